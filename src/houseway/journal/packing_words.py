r"""What bodies of entries often have: the beginning that every packed body is told by its difference from.

Here: the text alone. Not here: packing (`packing`).

It must never change by a single byte, or packed bodies could not be read again; other words would be another form. Its
order matters: what is common stands last. `\x01` and `\x02` stand where bytes were taken out.
"""

from __future__ import annotations

from typing import Final

WORDS: Final = (
    b'{"clause":"5.1.1","round":2,"type":"round voided"}'
    b'{"by":{"name":"Dora","role":1},"type":"end setting"}'
    b'{"by":{"name":"Dora","role":1},"low":[],"type":"reveal"}'
    b'{"by":{"name":"Dora","role":1},"type":"settle"}'
    b'{"cents":25000,"clause":"3.18","line":"Seven Card Straight Flush (without Joker)","player":"Ann",'
    b'"position":1,"type":"envy paid"}'
    b'{"by":{"name":"Dora","role":1},"type":"place your bets"}'
    b'{"by":{"name":"Dora","role":1},"type":"no more bets"}'
    b'{"by":"dealer","clause":"5.1.1","fault":"wrong deck","remedy":"void","type":"irregularity remedied"}'
    b'{"by":"dealer","cards":0,"cents":0,"clause":"5.1","fault":"wrong deck","handled":false,'
    b'"note":"a card with another back","player":"","position":-1,"type":"irregularity reported","wager":""}'
    b'{"address":"","host":"","process":1,"started":"1"}'
    b'{"after":"houseway 0.3.0","by":"system","what":"process ","when":"2026-11-19T05:30:00.123456+00:00"}'
    b'{"books":{"mbs-v4":"\x01"},"program":"\x01","version":"0.3.0"}'
    b'{"book":"mbs-v4","clause":"","digest":"\x01","limits":{"fortune-bonus":[500,10000],"main":[1000,100000]},'
    b'"manual":false,"pay_tables":{},"positions":6,"table":"mbs-v4","type":"table opened","unit":100}'
    b'{"after":{"book":"mbs-v4","limits":{"fortune-bonus":[500,10000],"main":[1000,100000]},"positions":6},'
    b'"by":"house","what":"mbs-v4","when":"2026-11-19T05:30:00.123456+00:00"}'
    b'{"dealer":"automatic","deck":"house","open":true,"by":"house"}'
    b'{"after":{"dealer":"automatic","deck":"house","open":true},"by":"house","what":"mbs-v4",'
    b'"when":"2026-11-19T05:30:00.123456+00:00"}'
    b'{"host":"","process":1,"started":"1"}'
    b'{"after":"houseway 0.3.0","by":"system","what":"process ","when":"2026-11-19T05:30:00.123456+00:00"}'
    b'{"digest":"\x01","name":"Ann"}'
    b'{"at":"2026-11-19T05:","digest":"\x01"}'
    b'{"clause":"Appendix B","player":"Ann","position":4,"type":"place taken"}'
    b'{"by":{"name":"Ann","role":0},"position":4,"type":"sit"}'
    b'{"at":"2026-11-19T05:","type":"session began"}'
    b'{"cents":100000,"clause":"","player":"Ann","type":"chips bought"}'
    b'{"clause":"","round":64,"type":"round settled"}'
    b'{"key":"\x01","round":64}'
    b'{"book":"mbs-v4","cards":53,"commitment":"\x01","cut":[],"deck":[],"ended":"completed",'
    b'"format":"houseway fair deck 1","reason":"","round":64,"salt":"\x01","seed":"\x01","table":"mbs-v4"}'
    b'{"clause":"3.1","own_deck":true,"round":65,"type":"betting opened"}'
    b'{"commitment":"\x01","round":65,"sealed":{"box":"\x02","fields":["salt","seed"],"key":"\x01","round":65}}'
    b'{"clause":"3.2","type":"betting closed"}'
    b'{"clause":"3.10","own_deck":true,"type":"deal ended"}'
    b'{"banker":"","cards":["9s","6d","Ad","8h","4d","7d","2s"],"clause":"3.13",'
    b'"house_way":"Appendix A.1 No pair","low":["9s","8h"],"type":"dealer revealed","wrong":false}'
    b'{"clause":"3.13","type":"reveal ended"}'
    b'{"at":"2026-11-19T05:","cents":-1000,"round":64,"table":"mbs-v4"}'
    b'{"back":1000,"bank":"","clause":"3.18","commission":50,"limit":"","line":"","payout":1000,"player":"Ann",'
    b'"position":6,"reason":"high won, low won","result":"win","stake":1000,"type":"wager settled","wager":"main"}'
    b'{"clause":"3.17","high":["6h","8s","5c","8d","7s"],"high_result":"won","low":["3s","3h"],"low_result":"won",'
    b'"position":6,"type":"hand shown"}'
    b'{"acting":"","by":"","cents":1000,"clause":"3.5","joins":"","player":"Ann","position":1,'
    b'"type":"wager placed","wager":"main"}'
    b'{"by":{"name":"Ann","role":0},"cents":1000,"player":"","position":1,"type":"wager","wager":"main"}'
    b'{"clause":"3.12","player":"Ann","position":1,"type":"hand viewed"}'
    b'{"by":{"name":"Ann","role":0},"position":1,"type":"view"}'
    b'{"clause":"3.12.1","position":1,"sealed":{"box":"\x02","fields":["house_way","low","wrong"],"key":"\x01",'
    b'"round":65},"type":"hand set"}'
    b'{"by":{"name":"Ann","role":0},"position":1,"sealed":{"box":"\x02","fields":["low"],"key":"\x01","round":65},'
    b'"type":"set"}'
    b'{"clause":"3.10","number":7,"position":1,"sealed":{"box":"\x02","fields":["cards"],"key":"\x01","round":65},'
    b'"type":"hand dealt"}'
)
