import type { Code } from '../../engine/code.js'
import type { WordsOf } from './code-words.js'

/** The codes of what came of a trade request. */
export const TRADE_CODES: WordsOf<
  Extract<
    Code,
    | 'trade.placed'
    | 'trade.partial'
    | 'trade.pending'
    | 'trade.requote'
    | 'trade.price_changed'
    | 'trade.rejected'
    | 'trade.off_quotes'
    | 'trade.position_unknown'
    | 'trade.order_unknown'
    | 'trade.busy'
    | 'trade.too_many_requests'
    | 'trade.no_connection'
    | 'trade.cancelled'
    | 'trade.expired'
    | 'trade.disabled'
    | 'trade.read_only'
    | 'trade.timeout'
  >
> = {
  'trade.placed': {
    en: {
      when: 'An order rests: at the server, or at its provider. `data` is the answer of the route.',
      repeat: 'Never. A repeat under the same key hears this answer again and does nothing.',
      data: {},
    },
    de: {
      when: 'Eine Order liegt im Markt: auf dem Server oder bei ihrem Anbieter. `data` ist die Antwort der Route.',
      repeat:
        'Nie. Eine Wiederholung unter demselben Schlüssel erhält diese Antwort noch einmal und bewirkt nichts.',
      data: {},
    },
  },
  'trade.partial': {
    en: {
      when: 'A part was filled, and the rest was given up. `data` says how much of it was.',
      repeat: 'Never. For the rest send a new request under a new key.',
      data: {},
    },
    de: {
      when: 'Ein Teil wurde ausgeführt, der Rest aufgegeben. `data` sagt, wie viel.',
      repeat: 'Nie. Für den Rest eine neue Anfrage unter einem neuen Schlüssel senden.',
      data: {},
    },
  },
  'trade.pending': {
    en: {
      when: 'The provider has told of a fill at which staff look first. They confirm it, book it at another price or refuse it.',
      repeat: 'Never. Wait for the events of the order, or ask for it.',
      data: {},
    },
    de: {
      when: 'Der Anbieter hat eine Ausführung gemeldet, die zuerst Mitarbeiter ansehen. Sie bestätigen sie, buchen sie zu einem anderen Preis oder lehnen sie ab.',
      repeat: 'Nie. Auf die Ereignisse der Order warten oder nach ihr fragen.',
      data: {},
    },
  },
  'trade.requote': {
    en: {
      when: 'The price has moved further than `deviation_pts` allows, or the symbol is traded at offered prices. `data` offers one; it is null where requests of this kind are not taken now.',
      repeat:
        'The same request with the same key and with `quote_id`, until `until`, if the offered price will do.',
      data: {
        bid: 'The price to sell at that is offered, decimal text.',
        ask: 'The price to buy at that is offered, decimal text.',
        quote_id:
          'The id under which the price of the request’s side holds, for one deal of at most the volume that was asked for.',
        until: 'Time in UTC until which the price holds.',
      },
    },
    de: {
      when: 'Der Preis ist weiter gelaufen, als `deviation_pts` erlaubt, oder das Symbol wird zu angebotenen Preisen gehandelt. `data` bietet einen an; es ist null, wo solche Anfragen gerade nicht genommen werden.',
      repeat:
        'Dieselbe Anfrage mit demselben Schlüssel und mit `quote_id`, bis `until`, wenn der angebotene Preis recht ist.',
      data: {
        bid: 'Der angebotene Preis zum Verkaufen, als Dezimaltext.',
        ask: 'Der angebotene Preis zum Kaufen, als Dezimaltext.',
        quote_id:
          'Die Kennung, unter der der Preis der angefragten Seite gilt, für einen Deal über höchstens das Volumen, nach dem gefragt wurde.',
        until: 'Zeit in UTC, bis zu der der Preis gilt.',
      },
    },
  },
  'trade.price_changed': {
    en: {
      when: 'The market’s price is worse than the request’s by more than `deviation_pts`, or an offered price does not hold any more.',
      repeat: 'The same request with the same key and with the price of now, if that will do.',
      data: {},
    },
    de: {
      when: 'Der Preis am Markt ist um mehr als `deviation_pts` schlechter als der der Anfrage, oder ein angebotener Preis gilt nicht mehr.',
      repeat:
        'Dieselbe Anfrage mit demselben Schlüssel und mit dem Preis von jetzt, wenn er recht ist.',
      data: {},
    },
  },
  'trade.rejected': {
    en: {
      when: 'A routing rule, a dealer, staff or the provider refused it, or the account or the symbol does not take requests of this kind. The message says why.',
      repeat: 'Never as it is. Another request needs a new key.',
      data: {},
    },
    de: {
      when: 'Eine Regel, ein Händler des Brokers, Mitarbeiter oder der Anbieter haben abgelehnt, oder Konto oder Symbol nehmen solche Anfragen nicht. Die Nachricht sagt, warum.',
      repeat: 'Nie unverändert. Eine andere Anfrage braucht einen neuen Schlüssel.',
      data: {},
    },
  },
  'trade.off_quotes': {
    en: {
      when: 'There is no price at the moment: of the symbol, of one that converts its money, or of an open position.',
      repeat: 'Under a new key, once quotes come again.',
      data: {},
    },
    de: {
      when: 'Es gibt gerade keinen Preis: für das Symbol, für eines, das sein Geld umrechnet, oder für eine offene Position.',
      repeat: 'Unter einem neuen Schlüssel, sobald wieder Kurse kommen.',
      data: {},
    },
  },
  'trade.position_unknown': {
    en: {
      when: 'The account has no such open position: it was closed meanwhile, or never was.',
      repeat: 'Never. Read the open positions.',
      data: {},
    },
    de: {
      when: 'Das Konto hat keine solche offene Position: Sie wurde inzwischen geschlossen oder gab es nie.',
      repeat: 'Nie. Die offenen Positionen lesen.',
      data: {},
    },
  },
  'trade.order_unknown': {
    en: {
      when: 'The account has no such resting order: it was filled or cancelled meanwhile, or never was. From `outcome`, with `data` null: the account has not seen a request under this key.',
      repeat:
        'Never for an order. After `outcome`: the same request with the same key, before its `not_after`.',
      data: {},
    },
    de: {
      when: 'Das Konto hat keine solche Order: Sie wurde inzwischen ausgeführt oder gestrichen oder gab es nie. Von `outcome`, mit `data` null: Das Konto hat keine Anfrage unter diesem Schlüssel gesehen.',
      repeat:
        'Bei einer Order nie. Nach `outcome`: dieselbe Anfrage mit demselben Schlüssel, vor ihrem `not_after`.',
      data: {},
    },
  },
  'trade.busy': {
    en: {
      when: 'Another request about the same position or order waits for a dealer, a delay or a provider. From `outcome`, with `data` null: the request itself does.',
      repeat:
        'The same request with the same key, once events tell what came of the other. Ask `outcome` again after a second.',
      data: {},
    },
    de: {
      when: 'Eine andere Anfrage zu derselben Position oder Order wartet auf einen Händler, eine Frist oder einen Anbieter. Von `outcome`, mit `data` null: die Anfrage selbst.',
      repeat:
        'Dieselbe Anfrage mit demselben Schlüssel, sobald Ereignisse sagen, was aus der anderen wurde. `outcome` nach einer Sekunde noch einmal fragen.',
      data: {},
    },
  },
  'trade.too_many_requests': {
    en: {
      when: 'The account or its socket asks more often than it may, or as much of it waits as may wait. Nothing was done.',
      repeat:
        'The same request with the same key, after `retry_after_ms`; where that is null, once something that waits has ended.',
      data: {
        retry_after_ms:
          'Milliseconds until it may be tried again; null where nobody can tell, absent where a provider has too many. Over REST it is `Retry-After`, too.',
      },
    },
    de: {
      when: 'Das Konto oder sein Socket fragt öfter, als es darf, oder es wartet so viel, wie warten darf. Es ist nichts geschehen.',
      repeat:
        'Dieselbe Anfrage mit demselben Schlüssel, nach `retry_after_ms`; wo es null ist, sobald etwas Wartendes ein Ende hat.',
      data: {
        retry_after_ms:
          'Millisekunden, bis es wieder versucht werden darf; null, wo es niemand weiß; es fehlt, wo ein Anbieter zu viele hat. Über REST ist es auch `Retry-After`.',
      },
    },
  },
  'trade.no_connection': {
    en: {
      when: 'No dealer or provider that could take the request is online, or it did not reach the provider. Nothing was traded.',
      repeat: 'Under a new key, later.',
      data: {},
    },
    de: {
      when: 'Kein Händler oder Anbieter, der die Anfrage nehmen könnte, ist erreichbar, oder sie kam beim Anbieter nicht an. Es wurde nichts gehandelt.',
      repeat: 'Unter einem neuen Schlüssel, später.',
      data: {},
    },
  },
  'trade.cancelled': {
    en: {
      when: 'The provider could not fill it, or what was to be changed ended there first.',
      repeat: 'Under a new key, after a look at the account.',
      data: {},
    },
    de: {
      when: 'Der Anbieter konnte nicht ausführen, oder was geändert werden sollte, war dort vorher zu Ende.',
      repeat: 'Unter einem neuen Schlüssel, nach einem Blick auf das Konto.',
      data: {},
    },
  },
  'trade.expired': {
    en: {
      when: 'The request came after its `not_after`. Nothing happened.',
      repeat: 'Never. Decide anew, with a new key and a new `not_after`.',
      data: {},
    },
    de: {
      when: 'Die Anfrage kam nach ihrem `not_after`. Es ist nichts geschehen.',
      repeat: 'Nie. Neu entscheiden, mit neuem Schlüssel und neuem `not_after`.',
      data: {},
    },
  },
  'trade.disabled': {
    en: {
      when: 'The account, its group or the symbol does not trade, or the account is archived. The message says which.',
      repeat: 'Never, until staff have turned trading on. Then under a new key.',
      data: {},
    },
    de: {
      when: 'Das Konto, seine Gruppe oder das Symbol handelt nicht, oder das Konto ist archiviert. Die Nachricht sagt, was davon.',
      repeat:
        'Nie, bis Mitarbeiter den Handel eingeschaltet haben. Dann unter einem neuen Schlüssel.',
      data: {},
    },
  },
  'trade.read_only': {
    en: {
      when: 'The session was signed in with the password to look only.',
      repeat: 'Never in this session. Sign in with the master password.',
      data: {},
    },
    de: {
      when: 'Die Sitzung wurde mit dem Passwort zum Zusehen angemeldet.',
      repeat: 'Nie in dieser Sitzung. Mit dem Hauptpasswort anmelden.',
      data: {},
    },
  },
  'trade.timeout': {
    en: {
      when: 'The answer of a shard or a provider did not come in time, so it is not known what came of the request. It may be done, or be done later.',
      repeat:
        'Ask `outcome` first, or send the same request with the same key: both hear the one outcome. Never under a new key before that.',
      data: {},
    },
    de: {
      when: 'Die Antwort eines Teils des Servers oder eines Anbieters kam nicht rechtzeitig, also ist nicht bekannt, was aus der Anfrage wurde. Sie kann ausgeführt sein oder es noch werden.',
      repeat:
        'Erst `outcome` fragen oder dieselbe Anfrage mit demselben Schlüssel senden: Beide erfahren das eine Ergebnis. Vorher nie unter einem neuen Schlüssel.',
      data: {},
    },
  },
}
