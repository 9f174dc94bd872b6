"""Running a house: what is logged and measured, and what raises an alarm."""
