"""Printed Pai Gow Poker rulebooks, made executable.

>>> import houseway.books
>>> setting = houseway.books.get("mbs-v4").set("Kc Qh 9s 6h 4c 3d 2s")
>>> str(setting.low), str(setting.high), setting.clause
('Q♥ 9♠', 'K♣ 6♥ 4♣ 3♦ 2♠', 'Appendix A.1 No pair')
"""

__version__ = "0.1.0"
