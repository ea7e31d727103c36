import type { Code } from '../../engine/code.js'
import type { WordsOf } from './code-words.js'

/** The codes that any route may answer. */
export const COMMON_CODES: WordsOf<Exclude<Code, `auth.${string}` | `trade.${string}`>> = {
  ok: {
    en: {
      when: 'The server carried out the request and stored it on disk. `data` holds the answer of the route.',
      repeat:
        'Never. If you repeat the request with the same key, the server sends this answer again and does nothing else.',
      data: {},
    },
    de: {
      when: 'Der Server hat die Anfrage ausgeführt und gespeichert. `data` enthält die Antwort der Route.',
      repeat:
        'Nie. Auf eine Wiederholung mit demselben Schlüssel sendet der Server diese Antwort noch einmal und tut sonst nichts.',
      data: {},
    },
  },
  invalid_input: {
    en: {
      when: 'The path, the query or the body has a field that the route does not accept. The server did nothing.',
      repeat:
        'Correct the input first. A trade or a payment then needs a new key; other requests may keep theirs.',
      data: {
        fields:
          'A list of the wrong fields: `path` names the field (`items[0].amount`), `message` says what the field must be. `data` is null if no single field is wrong.',
      },
    },
    de: {
      when: 'Pfad, Abfrage oder Inhalt enthalten ein Feld, das die Route nicht annimmt. Der Server hat nichts getan.',
      repeat:
        'Zuerst die Eingabe korrigieren. Ein Handel oder eine Zahlung braucht dann einen neuen Schlüssel; andere Anfragen dürfen ihren behalten.',
      data: {
        fields:
          'Eine Liste der falschen Felder: `path` nennt das Feld (`items[0].amount`), `message` sagt, wie das Feld sein muss. `data` ist null, wenn kein einzelnes Feld falsch ist.',
      },
    },
  },
  not_found: {
    en: {
      when: 'The route or record does not exist, or it lies outside the caller’s scope.',
      repeat: 'Not with the same path. Read the list first, then request a record from it.',
      data: {},
    },
    de: {
      when: 'Die Route oder der Datensatz existiert nicht oder liegt außerhalb des Bereichs des Aufrufers.',
      repeat:
        'Nicht mit demselben Pfad. Zuerst die Liste lesen, dann einen Datensatz daraus anfordern.',
      data: {},
    },
  },
  method_not_allowed: {
    en: {
      when: 'The path exists but does not accept this method. The header `Allow` names the methods it accepts.',
      repeat: 'Use a method that `Allow` names.',
      data: {},
    },
    de: {
      when: 'Der Pfad existiert, nimmt diese Methode aber nicht an. Der Header `Allow` nennt die erlaubten Methoden.',
      repeat: 'Eine Methode verwenden, die `Allow` nennt.',
      data: {},
    },
  },
  too_large: {
    en: {
      when: 'The body, the file or the requested list exceeds the limit that the message names.',
      repeat: 'Send a smaller file or fewer items, or narrow the filter.',
      data: {},
    },
    de: {
      when: 'Inhalt, Datei oder angeforderte Liste sind größer als die Grenze, die die Nachricht nennt.',
      repeat: 'Eine kleinere Datei oder weniger Einträge senden oder den Filter enger fassen.',
      data: {},
    },
  },
  unsupported_media: {
    en: {
      when: 'The route does not accept the `Content-Type` of the body.',
      repeat: 'Use the `Content-Type` that the message names.',
      data: {},
    },
    de: {
      when: 'Die Route nimmt den `Content-Type` des Inhalts nicht an.',
      repeat: 'Den `Content-Type` verwenden, den die Nachricht nennt.',
      data: {},
    },
  },
  too_many_requests: {
    en: {
      when: 'The session, the address or the caller exceeded its rate, or has too many requests in progress. The server did nothing.',
      repeat: 'Send the same request with the same key after the time in `Retry-After`.',
      data: {},
    },
    de: {
      when: 'Sitzung, Adresse oder Aufrufer haben mehr Anfragen gesendet, als ihre Rate erlaubt, oder haben zu viele Anfragen in Arbeit. Der Server hat nichts getan.',
      repeat: 'Dieselbe Anfrage mit demselben Schlüssel nach der Zeit in `Retry-After` senden.',
      data: {},
    },
  },
  unavailable: {
    en: {
      when: 'The server is starting, overloaded or out of disk space, or a needed part does not run. Nothing was done, unless the message says that the request keeps waiting.',
      repeat:
        'Send the same request with the same key after the time in `Retry-After`. If a trade had no key, read the account first.',
      data: {},
    },
    de: {
      when: 'Der Server startet, ist überlastet oder hat keinen Speicherplatz, oder ein benötigter Teil läuft nicht. Der Server hat nichts getan, außer die Nachricht sagt, dass die Anfrage weiter wartet.',
      repeat:
        'Dieselbe Anfrage mit demselben Schlüssel nach der Zeit in `Retry-After` senden. Hatte ein Handel keinen Schlüssel, zuerst das Konto lesen.',
      data: {},
    },
  },
  internal: {
    en: {
      when: 'The server failed while it handled this request. The outcome is unknown.',
      repeat:
        'Send the same request with the same key once. If it had no key, read the data first. If it fails again, give support the `request_id`.',
      data: {},
    },
    de: {
      when: 'Bei dieser Anfrage trat im Server ein Fehler auf. Das Ergebnis ist unbekannt.',
      repeat:
        'Dieselbe Anfrage einmal mit demselben Schlüssel senden. Hatte sie keinen Schlüssel, zuerst die Daten lesen. Schlägt sie wieder fehl, dem Support die `request_id` nennen.',
      data: {},
    },
  },
  forbidden: {
    en: {
      when: 'The caller lacks a right, or the request reaches outside the caller’s scope.',
      repeat: 'Only after an administrator has granted the right.',
      data: {},
    },
    de: {
      when: 'Dem Aufrufer fehlt ein Recht, oder die Anfrage reicht über seinen Bereich hinaus.',
      repeat: 'Erst, wenn ein Administrator das Recht erteilt hat.',
      data: {},
    },
  },
  confirmation_required: {
    en: {
      when: 'The caller holds `confirm_actions`, and the request carried no confirmation code, or a wrong or expired one.',
      repeat:
        'Request a code with `POST /admin/v1/confirmations`. Then send the same request with the same key, `confirm_token` and `confirm_code`.',
      data: {},
    },
    de: {
      when: 'Der Aufrufer hat das Recht `confirm_actions`, und die Anfrage enthielt keinen Bestätigungscode oder einen falschen oder abgelaufenen.',
      repeat:
        'Mit `POST /admin/v1/confirmations` einen Code anfordern. Dann dieselbe Anfrage mit demselben Schlüssel, `confirm_token` und `confirm_code` senden.',
      data: {},
    },
  },
  conflict: {
    en: {
      when: 'The record changed in the meantime, is in use, has ended, or its name is taken. Or the key already belongs to another request.',
      repeat:
        'Read the record again, decide, and send a new request with a new key. Never reuse the key of another request.',
      data: {
        version: 'The current version of a settings record that changed in the meantime.',
        updated_at: 'The time of the last change of the record.',
        updated_by:
          'Login of the staff user who changed the record last; null if the server changed it or the login is unknown.',
        record: 'The current record, in the form of the route’s answer.',
        used_by:
          'The records that use this one, so that it cannot be deleted: each with `kind`, `id` and `key`, as far as the caller may read them; empty if something else prevents the deletion.',
        field: 'In answers to `stops` and `change`: the field whose value changed in the meantime.',
        now: 'The current value of that field: a price as text, points as a number, null for none.',
      },
    },
    de: {
      when: 'Der Datensatz wurde inzwischen geändert, ist in Gebrauch oder beendet, oder sein Name ist vergeben. Oder der Schlüssel gehört schon zu einer anderen Anfrage.',
      repeat:
        'Den Datensatz neu lesen, entscheiden und eine neue Anfrage mit neuem Schlüssel senden. Nie den Schlüssel einer anderen Anfrage verwenden.',
      data: {
        version: 'Die aktuelle Version einer Einstellung, die inzwischen geändert wurde.',
        updated_at: 'Die Zeit der letzten Änderung des Datensatzes.',
        updated_by:
          'Login des Mitarbeiters, der den Datensatz zuletzt geändert hat; null, wenn der Server ihn geändert hat oder das Login unbekannt ist.',
        record: 'Der aktuelle Datensatz, in der Form, in der die Route ihn beantwortet.',
        used_by:
          'Die Datensätze, die diesen verwenden, sodass er nicht gelöscht werden kann: je mit `kind`, `id` und `key`, soweit der Aufrufer sie lesen darf; leer, wenn etwas anderes das Löschen verhindert.',
        field:
          'In Antworten auf `stops` und `change`: das Feld, dessen Wert sich inzwischen geändert hat.',
        now: 'Der aktuelle Wert dieses Feldes: ein Preis als Text, Punkte als Zahl, null für keinen.',
      },
    },
  },
  resume_gone: {
    en: {
      when: 'The server no longer keeps the events after the `seq` of a `resume` on the live socket, or after the cursor of `GET /admin/v1/events`. After a restore, no earlier cursor is valid.',
      repeat:
        'Not with that `seq` or cursor. On the socket, request a `snapshot` and continue from its `seq`. With the event stream, read the lists again and continue from `oldest`.',
      data: {
        oldest: 'Cursor before the oldest event that the server keeps; only for the event stream.',
      },
    },
    de: {
      when: 'Der Server hat die Ereignisse nach der `seq` eines `resume` auf dem Live-Socket oder nach dem Cursor von `GET /admin/v1/events` nicht mehr. Nach einer Wiederherstellung gilt kein früherer Cursor.',
      repeat:
        'Nicht mit dieser `seq` oder diesem Cursor. Auf dem Socket einen `snapshot` anfordern und ab dessen `seq` fortfahren. Beim Ereignisstrom die Listen neu lesen und ab `oldest` fortfahren.',
      data: {
        oldest:
          'Cursor vor dem ältesten Ereignis, das der Server aufbewahrt; nur beim Ereignisstrom.',
      },
    },
  },
}
