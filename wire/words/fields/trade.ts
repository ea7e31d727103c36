import type { FieldWords } from './field-words.js'

/** Fields of `trade`. */
export const tradeFields: FieldWords = {
  amount: {
    en: [
      'Amount',
      'Most that may be lost at the stop loss, in the account’s currency and without commission; either this or a percentage is given.',
    ],
    de: [
      'Betrag',
      'Höchster Verlust am Stop-Loss in Kontowährung, ohne Kommission; angegeben wird dies oder ein Prozentsatz.',
    ],
  },
  ask: {
    en: [
      'Ask',
      'Ask when the request was decided, in the prices of the account’s group; null while there was none.',
    ],
    de: [
      'Briefkurs',
      'Briefkurs bei der Entscheidung über den Auftrag, in den Preisen der Kontogruppe; null, wenn es keinen gab.',
    ],
  },
  bid: {
    en: [
      'Bid',
      'Bid when the request was decided, in the prices of the account’s group; null while there was none.',
    ],
    de: [
      'Geldkurs',
      'Geldkurs bei der Entscheidung über den Auftrag, in den Preisen der Kontogruppe; null, wenn es keinen gab.',
    ],
  },
  'body.price': {
    en: [
      'Price',
      'Price of the pending order, of a stop limit that of its limit; of a request that deals at once the price it expects, left out for the market’s.',
    ],
    de: [
      'Preis',
      'Preis der wartenden Order, bei einem Stop-Limit der seines Limits; bei sofortigem Handel der erwartete Preis, ohne Angabe der des Marktes.',
    ],
  },
  'body.volume': {
    en: [
      'Volume',
      'Lots to trade, within the symbol’s bounds and steps; left out, a close closes the whole position.',
    ],
    de: [
      'Volumen',
      'Gehandelte Lots, in den Grenzen und Schritten des Symbols; ohne Angabe schließt close die ganze Position.',
    ],
  },
  by_position_id: {
    en: [
      'Opposite position',
      'Position on the other side of the same symbol that closes the first one; the smaller volume of both is closed.',
    ],
    de: [
      'Gegenposition',
      'Position auf der Gegenseite desselben Symbols, mit der die erste geschlossen wird; geschlossen wird das kleinere Volumen von beiden.',
    ],
  },
  client_order_id: {
    en: [
      'Own id',
      'Id of 1 to 36 characters that the client gives the request: for 7 days a repeat under it answers the first result and changes nothing.',
    ],
    de: [
      'Eigene Kennung',
      'Kennung von 1 bis 36 Zeichen, die der Kunde dem Auftrag gibt: 7 Tage lang beantwortet eine Wiederholung das erste Ergebnis und ändert nichts.',
    ],
  },
  comment: {
    en: [
      'Comment',
      'Text of up to 64 characters that stays with the order, the position and the deals; empty is none.',
    ],
    de: [
      'Kommentar',
      'Text von bis zu 64 Zeichen, der an Order, Position und Deals bleibt; leer heißt keiner.',
    ],
  },
  deal_id: {
    en: [
      'Deal',
      'Deal that the request made, the newest where there were several; null where it made none.',
    ],
    de: [
      'Deal',
      'Deal, der aus dem Auftrag entstand, bei mehreren der neueste; null, wenn keiner entstand.',
    ],
  },
  deviation_pts: {
    en: [
      'Deviation',
      'Points by which the market may be worse than the price asked for; 0, as left out, allows none, and without a price it has no effect.',
    ],
    de: [
      'Abweichung',
      'Punkte, um die der Markt schlechter sein darf als der verlangte Preis; 0 und ohne Angabe keine, und ohne Preis wirkt sie nicht.',
    ],
  },
  expiration: {
    en: [
      'Valid for',
      'How long a pending order rests; left out, it is gtc of a new order, and a change leaves it as it is.',
    ],
    de: [
      'Gültigkeit',
      'Wie lange eine wartende Order ruht; ohne Angabe bei einer neuen gtc, und eine Änderung lässt sie, wie sie ist.',
    ],
  },
  expires_at: {
    en: [
      'Valid until',
      'Moment from which the order no longer rests, or with specified_day a moment of the last day on the server’s clock; only these two expirations take it.',
    ],
    de: [
      'Gültig bis',
      'Zeitpunkt, ab dem die Order nicht mehr ruht, bei specified_day ein Zeitpunkt des letzten Tages auf der Serveruhr; nur diese beiden Gültigkeiten nehmen ihn.',
    ],
  },
  fee: {
    en: [
      'Commission',
      'Commission of the deals that the request would make, or of the fill that its order waits for, in the account’s currency and below zero for costs; a later close is not in it.',
    ],
    de: [
      'Kommission',
      'Kommission der Deals, die der Auftrag machte, oder der Ausführung, auf die seine Order wartet, in Kontowährung und für Kosten negativ; ein späteres Schließen zählt nicht mit.',
    ],
  },
  filling: {
    en: [
      'Filling',
      'How much of the volume has to be filled at once; left out, the order is filled as can be.',
    ],
    de: [
      'Ausführungsart',
      'Wie viel des Volumens sofort ausgeführt werden muss; ohne Angabe wird ausgeführt, was geht.',
    ],
  },
  kind: {
    en: [
      'Request',
      'What is asked for: to open, close, or close by another position, or to place, change or delete an order, or to set a position’s stops.',
    ],
    de: [
      'Auftrag',
      'Was verlangt wird: eine Position eröffnen, schließen oder mit einer anderen schließen, eine Order erteilen, ändern oder löschen oder Stops einer Position setzen.',
    ],
  },
  loss_at_stop: {
    en: [
      'Result at the stop loss',
      'What the position would realise at its stop loss, in the account’s currency without swap and commission, a loss below zero; null without that stop or a rate.',
    ],
    de: [
      'Ergebnis am Stop-Loss',
      'Was die Position an ihrem Stop-Loss realisierte, in Kontowährung ohne Swap und Kommission, ein Verlust negativ; null ohne diesen Stop oder einen Umrechnungskurs.',
    ],
  },
  margin: {
    en: [
      'Margin',
      'Margin of the whole account after the request, in its currency; null while a price is missing.',
    ],
    de: [
      'Margin',
      'Margin des ganzen Kontos nach dem Auftrag, in dessen Währung; null, solange ein Preis fehlt.',
    ],
  },
  margin_free: {
    en: [
      'Free margin',
      'What the whole account would have left for margin after the request; null while a price is missing.',
    ],
    de: [
      'Freie Margin',
      'Was dem ganzen Konto nach dem Auftrag für Margin bliebe; null, solange ein Preis fehlt.',
    ],
  },
  not_after: {
    en: [
      'Not after',
      'Time on the server’s clock until which the server accepts the request; one that comes later is answered `trade.expired`. It does not bound the wait for a dealer, a provider or a delay. Left out, there is no such end.',
    ],
    de: [
      'Nicht nach',
      'Zeit auf der Serveruhr, bis zu der der Server die Anfrage annimmt; kommt sie später, ist die Antwort `trade.expired`. Das Warten auf einen Dealer, einen Anbieter oder eine Verzögerung begrenzt sie nicht. Ohne Angabe gibt es kein solches Ende.',
    ],
  },
  oco_order_id: {
    en: [
      'Paired order',
      'Pending order that is cancelled when this one fills, and the other way round; deleting one leaves the other.',
    ],
    de: [
      'Gekoppelte Order',
      'Wartende Order, die storniert wird, wenn diese ausgeführt ist, und umgekehrt; wird eine gelöscht, bleibt die andere.',
    ],
  },
  order_id: {
    en: [
      'Order',
      'Order to change or delete; in an answer the one that the request made or was about, null where there is none.',
    ],
    de: [
      'Order',
      'Order, die geändert oder gelöscht wird; in einer Antwort die entstandene oder gemeinte, null, wenn es keine gibt.',
    ],
  },
  order_kind: {
    en: [
      'Order kind',
      'Kind of the pending order to place; requests that deal at once are market, which may be left out.',
    ],
    de: [
      'Orderart',
      'Art der Order, die erteilt wird; Aufträge, die sofort handeln, sind market, was wegbleiben darf.',
    ],
  },
  order_margin: {
    en: [
      'Margin of the request',
      'What the request adds to the account’s margin, below zero for what it frees; null while a price is missing.',
    ],
    de: [
      'Margin des Auftrags',
      'Was der Auftrag der Margin des Kontos hinzufügt, negativ, wenn er welche freigibt; null, solange ein Preis fehlt.',
    ],
  },
  percent: {
    en: [
      'Per cent',
      'Most that may be lost at the stop loss, in per cent of the account’s equity; either this or an amount is given.',
    ],
    de: [
      'Prozent',
      'Höchster Verlust am Stop-Loss in Prozent des Eigenkapitals; angegeben wird dies oder ein Betrag.',
    ],
  },
  point_value: {
    en: [
      'Point value',
      'What a move of one point is worth for all lots of the position, in the account’s currency with up to 8 decimals, at the rate of a loss; null where nothing is left or a rate is missing.',
    ],
    de: [
      'Punktwert',
      'Was ein Punkt Bewegung für alle Lots der Position wert ist, in Kontowährung mit bis zu 8 Nachkommastellen, zum Kurs eines Verlusts; null, wenn nichts bleibt oder ein Kurs fehlt.',
    ],
  },
  position_id: {
    en: [
      'Position',
      'Position to close or to change; in an answer the one that was opened or was meant, null where there is none.',
    ],
    de: [
      'Position',
      'Position, die geschlossen oder geändert wird; in einer Antwort die eröffnete oder gemeinte, null, wenn es keine gibt.',
    ],
  },
  price: {
    en: [
      'Price',
      'Price at which it was or would be dealt, of several fills their average, or that of the pending order; null where there is none.',
    ],
    de: [
      'Preis',
      'Preis, zu dem gehandelt wurde oder würde, bei mehreren Ausführungen der Durchschnitt, oder der der wartenden Order; null, wenn es keinen gibt.',
    ],
  },
  price_after: {
    en: [
      'Price after',
      'Average open price of the position as it would be, rounded to the worse point; null where nothing would be left.',
    ],
    de: [
      'Preis danach',
      'Durchschnittlicher Eröffnungspreis der Position, wie sie dann wäre, zum schlechteren Punkt gerundet; null, wenn nichts übrig wäre.',
    ],
  },
  price_was: {
    en: [
      'Price it was',
      'Price that the change was made from: where the order has another by now, it is a conflict and nothing happens; left out, it is not looked at.',
    ],
    de: [
      'Bisheriger Preis',
      'Preis, von dem die Änderung ausging: hat die Order inzwischen einen anderen, ist es ein Konflikt und nichts geschieht; ohne Angabe wird nicht geprüft.',
    ],
  },
  profit_at_target: {
    en: [
      'Result at the take profit',
      'What the position would realise at its take profit, in the account’s currency without swap and commission; null without that level or a rate.',
    ],
    de: [
      'Ergebnis am Take-Profit',
      'Was die Position an ihrem Take-Profit realisierte, in Kontowährung ohne Swap und Kommission; null ohne diesen Preis oder einen Umrechnungskurs.',
    ],
  },
  projection_seq: {
    en: [
      'Global sequence',
      'Place of the result in the server’s log; lists asked for with it as min_projection_seq have the result.',
    ],
    de: [
      'Globale Nummer',
      'Stelle des Ergebnisses im Protokoll des Servers; Listen, die mit ihr als min_projection_seq verlangt werden, enthalten es.',
    ],
  },
  quote_id: {
    en: [
      'Offer',
      'Offer of a requote that is taken: its price holds 10 seconds, for one deal of no more volume than was asked about.',
    ],
    de: [
      'Angebot',
      'Angenommenes Angebot eines Requotes: sein Preis gilt 10 Sekunden, für einen Deal mit höchstens dem angefragten Volumen.',
    ],
  },
  risk: {
    en: [
      'Risk',
      'Loss at the stop loss that a check finds the volume for, in place of a volume; only for open and place with a stop loss.',
    ],
    de: [
      'Risiko',
      'Verlust am Stop-Loss, zu dem die Prüfung das Volumen findet, anstelle eines Volumens; nur für open und place mit Stop-Loss.',
    ],
  },
  seq: {
    en: [
      'Account sequence',
      'Number of the account’s newest event when the answer was made; its events are told under rising numbers without a gap.',
    ],
    de: [
      'Kontonummer der Ereignisse',
      'Nummer des neuesten Ereignisses des Kontos bei der Antwort; seine Ereignisse tragen lückenlos steigende Nummern.',
    ],
  },
  side: {
    en: [
      'Side',
      'Whether to buy or to sell; of a request that names a position or order it may be left out, and has to fit it.',
    ],
    de: [
      'Seite',
      'Ob gekauft oder verkauft wird; nennt der Auftrag eine Position oder Order, darf sie wegbleiben und muss sonst passen.',
    ],
  },
  side_after: {
    en: [
      'Side after',
      'Side of the position as it would be; null where nothing would be left or no position is meant.',
    ],
    de: [
      'Seite danach',
      'Seite der Position, wie sie dann wäre; null, wenn nichts übrig wäre oder keine Position gemeint ist.',
    ],
  },
  stop_loss: {
    en: [
      'Stop loss',
      'Price at which the position is closed to end a loss; 0 takes it off, and left out a change leaves it as it is.',
    ],
    de: [
      'Stop-Loss',
      'Preis, zu dem die Position zur Begrenzung des Verlusts geschlossen wird; 0 entfernt ihn, und ohne Angabe lässt eine Änderung ihn, wie er ist.',
    ],
  },
  stop_loss_was: {
    en: [
      'Stop loss it was',
      'Stop loss that the change was made from, 0 for none: where it is another by now, it is a conflict and nothing happens; left out, it is not looked at.',
    ],
    de: [
      'Bisheriger Stop-Loss',
      'Stop-Loss, von dem die Änderung ausging, 0 für keinen: ist er inzwischen ein anderer, ist es ein Konflikt und nichts geschieht; ohne Angabe wird nicht geprüft.',
    ],
  },
  swap_night: {
    en: [
      'Swap of a night',
      'Swap that the position as it would be comes to in one night, in the account’s currency, below zero what is paid; null where nothing would be left or a price is missing.',
    ],
    de: [
      'Swap je Nacht',
      'Swap, den die Position, wie sie dann wäre, in einer Nacht ergibt, in Kontowährung, Kosten negativ; null, wenn nichts übrig wäre oder ein Preis fehlt.',
    ],
  },
  symbol: {
    en: [
      'Symbol',
      'Name of the symbol to trade, in any case; of a request that names a position or order it may be left out, and has to fit it.',
    ],
    de: [
      'Symbol',
      'Name des gehandelten Symbols, Groß- und Kleinschreibung zählt nicht; nennt der Auftrag eine Position oder Order, darf es wegbleiben und muss sonst passen.',
    ],
  },
  take_profit: {
    en: [
      'Take profit',
      'Price at which the position is closed with its profit; 0 takes it off, and left out a change leaves it as it is.',
    ],
    de: [
      'Take-Profit',
      'Preis, zu dem die Position mit Gewinn geschlossen wird; 0 entfernt ihn, und ohne Angabe lässt eine Änderung ihn, wie er ist.',
    ],
  },
  take_profit_was: {
    en: [
      'Take profit it was',
      'Take profit that the change was made from, 0 for none: where it is another by now, it is a conflict and nothing happens; left out, it is not looked at.',
    ],
    de: [
      'Bisheriger Take-Profit',
      'Take-Profit, von dem die Änderung ausging, 0 für keinen: ist er inzwischen ein anderer, ist es ein Konflikt und nichts geschieht; ohne Angabe wird nicht geprüft.',
    ],
  },
  trailing_pts: {
    en: [
      'Trailing stop',
      'Points behind the market at which the server draws the stop loss after a price that improves; 0 takes it off, and left out a change leaves it.',
    ],
    de: [
      'Nachziehender Stop',
      'Punkte hinter dem Markt, in denen der Server den Stop-Loss einem besseren Preis nachzieht; 0 entfernt ihn, und ohne Angabe lässt eine Änderung ihn.',
    ],
  },
  trailing_pts_was: {
    en: [
      'Trailing stop it was',
      'Trailing stop that the change was made from, 0 for none: where it is another by now, it is a conflict and nothing happens; left out, it is not looked at.',
    ],
    de: [
      'Bisheriger nachziehender Stop',
      'Nachziehender Stop, von dem die Änderung ausging, 0 für keinen: ist er inzwischen ein anderer, ist es ein Konflikt und nichts geschieht; ohne Angabe wird nicht geprüft.',
    ],
  },
  trigger_price: {
    en: [
      'Trigger price',
      'Price at which the limit of a stop limit begins to rest; no other order has one.',
    ],
    de: [
      'Auslösepreis',
      'Preis, ab dem das Limit eines Stop-Limits ruht; keine andere Order hat ihn.',
    ],
  },
  trigger_price_was: {
    en: [
      'Trigger price it was',
      'Trigger price that the change was made from: where the order has another by now, it is a conflict and nothing happens; left out, it is not looked at.',
    ],
    de: [
      'Bisheriger Auslösepreis',
      'Auslösepreis, von dem die Änderung ausging: hat die Order inzwischen einen anderen, ist es ein Konflikt und nichts geschieht; ohne Angabe wird nicht geprüft.',
    ],
  },
  volume: {
    en: [
      'Volume',
      'Lots that the request has done, or that a check would do; with a risk the largest volume that loses no more, 0 where even the smallest does.',
    ],
    de: [
      'Volumen',
      'Lots, die der Auftrag ausgeführt hat oder bei einer Prüfung ausführte; mit Risiko das größte Volumen, das nicht mehr verliert, 0, wenn schon das kleinste es tut.',
    ],
  },
  volume_after: {
    en: [
      'Volume after',
      'Lots of the position as it would be; 0 where nothing would be left, null where no position is meant.',
    ],
    de: [
      'Volumen danach',
      'Lots der Position, wie sie dann wäre; 0, wenn nichts übrig wäre, null, wenn keine Position gemeint ist.',
    ],
  },
}
