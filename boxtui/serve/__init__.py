"""`boxtui serve`: the games for many players in one process, each over SSH."""
