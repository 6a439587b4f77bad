"""What is known about one game: evaluations, rules of thumb, exact solutions, reasons."""
