"""How different two colors are, and how readable one is on another, by the published formulas.

Colors are (red, green, blue), each 0 to 255. The difference is CIEDE2000 (Sharma, Wu and Dalal
2005): about 2 is the least that is visible side by side, 10 is visible at a glance. The contrast is
that of WCAG 2. Color-blind vision is simulated after Machado, Oliveira and Fernandes (2009).
"""

from math import atan2, cos, degrees, exp, hypot, radians, sin, sqrt

Color = tuple[int, int, int]
Lab = tuple[float, float, float]

BLINDNESS = {
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
"""How linear red, green and blue are seen with the three common kinds of color blindness."""


def contrast(one: Color, other: Color) -> float:
    """Return the contrast, from 1 for the same color to 21 for black on white; letters need 4.5."""
    low, high = sorted(map(_luminance, (one, other)))
    return (high + 0.05) / (low + 0.05)


def difference(one: Color, other: Color, blindness: str = "") -> float:
    """Return CIEDE2000, as seen with that kind of color blindness, or with none."""
    return ciede2000(_lab(_seen(one, blindness)), _lab(_seen(other, blindness)))


def _linear(part: int) -> float:
    share = part / 255
    return share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4


def _luminance(color: Color) -> float:
    red, green, blue = map(_linear, color)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _seen(color: Color, blindness: str) -> list[float]:
    linear = [_linear(part) for part in color]
    if not blindness:
        return linear
    rows = [sum(a * b for a, b in zip(row, linear)) for row in BLINDNESS[blindness]]
    return [min(max(row, 0.0), 1.0) for row in rows]


def _lab(linear: list[float]) -> Lab:
    red, green, blue = linear
    x = (0.4124564 * red + 0.3575761 * green + 0.1804375 * blue) / 0.95047
    y = 0.2126729 * red + 0.7151522 * green + 0.0721750 * blue
    z = (0.0193339 * red + 0.1191920 * green + 0.9503041 * blue) / 1.08883
    fx, fy, fz = map(_cube_root, (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def _cube_root(share: float) -> float:
    """Return the cube root, but near 0 the straight line that CIELAB uses."""
    return share ** (1 / 3) if share > 216 / 24389 else (24389 / 27 * share + 16) / 116


def ciede2000(one: Lab, other: Lab) -> float:
    """Return the difference, in the steps and with the names of the paper."""
    (l1, a1, b1), (l2, a2, b2) = one, other
    mean = (hypot(a1, b1) + hypot(a2, b2)) / 2
    g = (1 - sqrt(mean**7 / (mean**7 + 25**7))) / 2
    a1, a2 = a1 * (1 + g), a2 * (1 + g)
    c1, c2 = hypot(a1, b1), hypot(a2, b2)
    h1, h2 = degrees(atan2(b1, a1)) % 360, degrees(atan2(b2, a2)) % 360
    gray = c1 * c2 == 0
    turn = 0.0 if gray else (h2 - h1 + 180) % 360 - 180
    dl, dc, dh = l2 - l1, c2 - c1, 2 * sqrt(c1 * c2) * sin(radians(turn) / 2)
    light, chroma = (l1 + l2) / 2, (c1 + c2) / 2
    hue = h1 + h2 if gray else h1 + turn / 2
    t = (
        1
        - 0.17 * cos(radians(hue - 30))
        + 0.24 * cos(radians(2 * hue))
        + 0.32 * cos(radians(3 * hue + 6))
        - 0.20 * cos(radians(4 * hue - 63))
    )
    sl = 1 + 0.015 * (light - 50) ** 2 / sqrt(20 + (light - 50) ** 2)
    sc, sh = 1 + 0.045 * chroma, 1 + 0.015 * chroma * t
    bent = exp(-((((hue % 360) - 275) / 25) ** 2))
    rt = -2 * sqrt(chroma**7 / (chroma**7 + 25**7)) * sin(radians(60 * bent))
    lightness, saturation, tint = dl / sl, dc / sc, dh / sh
    return sqrt(lightness**2 + saturation**2 + tint**2 + rt * saturation * tint)
