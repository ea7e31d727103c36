import type { Code } from '../../engine/code.js'
import type { WordsOf } from './code-words.js'

/** The codes that any route may answer. */
export const COMMON_CODES: WordsOf<Exclude<Code, `auth.${string}` | `trade.${string}`>> = {
  ok: {
    en: {
      when: 'The request was carried out and is on disk. `data` is the answer of the route.',
      repeat: 'Never. A repeat under the same key hears this answer again and does nothing.',
      data: {},
    },
    de: {
      when: 'Die Anfrage ist ausgeführt und gespeichert. `data` ist die Antwort der Route.',
      repeat:
        'Nie. Eine Wiederholung unter demselben Schlüssel erhält diese Antwort noch einmal und bewirkt nichts.',
      data: {},
    },
  },
  invalid_input: {
    en: {
      when: 'The path, the query or the body is not what the route takes. Nothing was done.',
      repeat:
        'With other input: a trade or a payment under a new key, another request under the same or a new one.',
      data: {
        fields:
          'A list of what is wrong: `path` is the place (`items[0].amount`), `message` says what it must be. `data` is null where no single field is wrong.',
      },
    },
    de: {
      when: 'Pfad, Abfrage oder Inhalt sind nicht so, wie die Route sie nimmt. Es ist nichts geschehen.',
      repeat:
        'Mit anderer Eingabe: ein Handel oder eine Zahlung unter einem neuen Schlüssel, eine andere Anfrage unter demselben oder einem neuen.',
      data: {
        fields:
          'Eine Liste der Fehler: `path` ist die Stelle (`items[0].amount`), `message` sagt, wie es sein muss. `data` ist null, wo kein einzelnes Feld falsch ist.',
      },
    },
  },
  not_found: {
    en: {
      when: 'There is no such route or record, or it is out of the caller’s scope.',
      repeat: 'Never as it is. Read the list first and ask for what is there.',
      data: {},
    },
    de: {
      when: 'Diese Route oder diesen Datensatz gibt es nicht, oder er liegt außerhalb der Gruppen des Aufrufers.',
      repeat: 'Nie unverändert. Erst die Liste lesen, dann nach dem fragen, was da ist.',
      data: {},
    },
  },
  method_not_allowed: {
    en: {
      when: 'The path is there, but takes other methods. The header `Allow` names them.',
      repeat: 'With a method of `Allow`.',
      data: {},
    },
    de: {
      when: 'Den Pfad gibt es, aber er nimmt andere Methoden. Der Header `Allow` nennt sie.',
      repeat: 'Mit einer Methode aus `Allow`.',
      data: {},
    },
  },
  too_large: {
    en: {
      when: 'The body, the file or the list that was asked for is larger than is taken. The message names the bound.',
      repeat: 'With less: a smaller file, fewer items, a narrower question.',
      data: {},
    },
    de: {
      when: 'Inhalt, Datei oder die verlangte Liste sind zu groß. Die Nachricht nennt die Grenze.',
      repeat: 'Mit weniger: kleinere Datei, weniger Einträge, engere Frage.',
      data: {},
    },
  },
  unsupported_media: {
    en: {
      when: 'The body has a `Content-Type` that the route does not take.',
      repeat: 'With the `Content-Type` that the message names.',
      data: {},
    },
    de: {
      when: 'Der Inhalt hat einen `Content-Type`, den die Route nicht nimmt.',
      repeat: 'Mit dem `Content-Type`, den die Nachricht nennt.',
      data: {},
    },
  },
  too_many_requests: {
    en: {
      when: 'The session, the address or the caller has asked more often than the rate allows, or has as much under way as one may have. Nothing was done.',
      repeat: 'The same request with the same key, after `Retry-After`.',
      data: {},
    },
    de: {
      when: 'Sitzung, Adresse oder Aufrufer haben öfter gefragt, als die Rate erlaubt, oder haben so viel in Arbeit, wie einer haben darf. Es ist nichts geschehen.',
      repeat: 'Dieselbe Anfrage mit demselben Schlüssel, nach `Retry-After`.',
      data: {},
    },
  },
  unavailable: {
    en: {
      when: 'The server starts, restarts, is busy or full, or a part that it needs is away. Nothing was done, unless the message says that the request goes on waiting.',
      repeat:
        'The same request with the same key, after `Retry-After`. A trade without a key: look at the account first.',
      data: {},
    },
    de: {
      when: 'Der Server startet, ist ausgelastet oder voll, oder ein Teil fehlt, den er braucht. Es ist nichts geschehen, außer die Nachricht sagt, dass die Anfrage weiter wartet.',
      repeat:
        'Dieselbe Anfrage mit demselben Schlüssel, nach `Retry-After`. Bei einem Handel ohne Schlüssel zuerst das Konto ansehen.',
      data: {},
    },
  },
  internal: {
    en: {
      when: 'The server failed on this request. What came of it is not known.',
      repeat:
        'Once, the same request with the same key. Without a key read first what is there. If it fails again, tell support the `request_id`.',
      data: {},
    },
    de: {
      when: 'Der Server ist an dieser Anfrage gescheitert. Was aus ihr wurde, ist nicht bekannt.',
      repeat:
        'Einmal, dieselbe Anfrage mit demselben Schlüssel. Ohne Schlüssel zuerst lesen, was da ist. Scheitert sie wieder, dem Support die `request_id` nennen.',
      data: {},
    },
  },
  forbidden: {
    en: {
      when: 'The caller lacks a right, or what is asked is out of the caller’s scope.',
      repeat: 'Never, until an administrator has given the right.',
      data: {},
    },
    de: {
      when: 'Dem Aufrufer fehlt ein Recht, oder es liegt außerhalb seiner Gruppen.',
      repeat: 'Nie, bis ein Administrator das Recht gegeben hat.',
      data: {},
    },
  },
  confirmation_required: {
    en: {
      when: 'The caller holds `confirm_actions`, and the request was not confirmed with a code, or with one that is wrong or over.',
      repeat:
        'Ask for a code at `POST /admin/v1/confirmations`, then the same request with the same key and with `confirm_token` and `confirm_code`.',
      data: {},
    },
    de: {
      when: 'Der Aufrufer hat `confirm_actions`, und die Anfrage wurde nicht mit einem Code bestätigt, oder mit einem falschen oder abgelaufenen.',
      repeat:
        'Bei `POST /admin/v1/confirmations` nach einem Code fragen, dann dieselbe Anfrage mit demselben Schlüssel und mit `confirm_token` und `confirm_code`.',
      data: {},
    },
  },
  conflict: {
    en: {
      when: 'What is there is not as the request takes it to be: changed meanwhile, in use, over, or its name is taken. Or the key was used for another request.',
      repeat:
        'Read again what is there, then decide anew, under a new key. A key that was used for another request never.',
      data: {
        version: 'Of settings that were changed meanwhile: the version that the record is at.',
        updated_at: 'When the record was changed last.',
        updated_by:
          'Login that changed it last; null is the server itself, and where it is not known.',
        record: 'The record as it is now, as the route would have answered it.',
        used_by:
          'Of settings that are not deleted: the records that name this one and that the caller may read, each with `kind`, `id` and `key`; empty where something else is in the way.',
        field: 'Of `stops` and `change`: the field whose value is another by now.',
        now: 'The value that it has now: a price as text, points as a number, null where there is none.',
      },
    },
    de: {
      when: 'Was da ist, ist nicht so, wie die Anfrage annimmt: inzwischen geändert, in Gebrauch, vorbei, oder der Name ist vergeben. Oder der Schlüssel gehört zu einer anderen Anfrage.',
      repeat:
        'Neu lesen, was da ist, dann neu entscheiden, unter einem neuen Schlüssel. Nie mit einem Schlüssel, der zu einer anderen Anfrage gehört.',
      data: {
        version:
          'Bei Einstellungen, die inzwischen geändert wurden: die jetzige Version des Datensatzes.',
        updated_at: 'Wann der Datensatz zuletzt geändert wurde.',
        updated_by:
          'Login, das ihn zuletzt geändert hat; null ist der Server selbst, oder es ist nicht bekannt.',
        record: 'Der Datensatz, wie er jetzt ist und wie ihn die Route beantwortet hätte.',
        used_by:
          'Bei Einstellungen, die nicht gelöscht werden: die Datensätze, die diesen nennen und die der Aufrufer lesen darf, je mit `kind`, `id` und `key`; leer, wenn etwas anderes im Weg ist.',
        field: 'Bei `stops` und `change`: das Feld, dessen Wert inzwischen ein anderer ist.',
        now: 'Der Wert, den es jetzt hat: ein Preis als Text, Punkte als Zahl, null, wo keiner ist.',
      },
    },
  },
  resume_gone: {
    en: {
      when: 'On the live socket: the events after the `seq` of a `resume` are too old to be sent again.',
      repeat: 'Never with that `seq`. Take a `snapshot` and go on from its `seq`.',
      data: {},
    },
    de: {
      when: 'Auf dem Live-Socket: Die Ereignisse nach der `seq` eines `resume` sind zu alt, um noch einmal gesendet zu werden.',
      repeat: 'Nie mit dieser `seq`. Einen `snapshot` nehmen und von dessen `seq` an weitermachen.',
      data: {},
    },
  },
}
