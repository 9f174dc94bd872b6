"""Printed Pai Gow Poker rulebooks, made executable.

>>> import houseway.books
>>> setting = houseway.books.get("mbs-v4").set("Kc Qh 9s 6h 4c 3d 2s")
>>> setting.low, setting.clause
((Card('Qh'), Card('9s')), 'Appendix A.1 No pair')
>>> print(setting)
Q♥ 9♠ under K♣ 6♥ 4♣ 3♦ 2♠ (Appendix A.1 No pair)
"""

__version__ = "0.1.0"
