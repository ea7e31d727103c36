/** German texts of conflicts, by the keys of `engine/reasons/conflict.ts`. */
export const conflictReasonsDe: Readonly<Record<string, string>> = {
  'conflict.changed':
    'Der Datensatz wurde inzwischen geändert (jetzt Version {version}). Laden Sie ihn neu und wiederholen Sie die Änderung.',
  'conflict.account_changed':
    'Das Konto wurde inzwischen geändert (jetzt Version {version}). Laden Sie es neu und wiederholen Sie die Änderung.',
  'conflict.staff_changed':
    'Der Mitarbeiter wurde inzwischen geändert (jetzt Version {version}). Laden Sie ihn neu und wiederholen Sie die Änderung.',
  'conflict.preferences_changed':
    'Die Einstellungen wurden inzwischen gespeichert (jetzt Version {version}). Laden Sie sie neu und wiederholen Sie die Änderung.',
  'conflict.draft_changed':
    'Der Entwurf wurde inzwischen anderswo gespeichert (jetzt Version {version}). Laden Sie ihn neu.',
  'conflict.position_changed': 'Die Position hat inzwischen Version {version}. Laden Sie sie neu.',
  'conflict.field_changed':
    '{field} hat inzwischen den Wert {now}. Prüfen Sie ihn und ändern Sie ihn dann erneut.',
  'conflict.request_id_used':
    'Diese Anfrage-Id wurde für eine andere Anfrage benutzt. Nehmen Sie eine neue.',
  'conflict.key_used':
    'Dieser Idempotency-Key wurde für eine andere Anfrage benutzt. Nehmen Sie einen neuen.',
  'conflict.in_use': 'Wird noch verwendet: {text}',
  'conflict.group_has_groups':
    'Die Gruppe {group} kann nicht gelöscht werden: Unter ihr liegen Gruppen.',
  'conflict.group_has_accounts':
    'Die Gruppe {group} kann nicht gelöscht werden: Sie hat Konten, vielleicht archivierte.',
  'conflict.group_fixed':
    'Die Gruppe {group} hat Konten, deshalb lassen sich diese Felder nicht ändern: {fields}. Legen Sie eine andere Gruppe an und verschieben Sie die Konten.',
  'conflict.group_of_another_kind':
    'Das Konto {login} hat eine Handelsgeschichte und passt nicht zur Art der Gruppe {group}. Wählen Sie eine Gruppe derselben Art.',
  'conflict.group_of_other_money':
    'Das Konto {login} hat eine Handelsgeschichte, und {group} hat anderes Geld. Wählen Sie eine Gruppe mit derselben Währung und demselben Margin-Modus.',
  'conflict.symbol_traded':
    '{symbol} wurde gehandelt: Positionen, Orders oder Historien nennen es. Setzen Sie stattdessen trade_access auf disabled.',
  'conflict.symbol_fixed':
    '{symbol} wurde gehandelt, deshalb lassen sich diese Felder nicht ändern: {fields}. Legen Sie ein anderes Symbol an und setzen Sie trade_access von {symbol} auf close_only.',
  'conflict.name_taken': 'Der Name {name} ist schon vergeben. Wählen Sie einen anderen.',
  'conflict.api_keys':
    'Der Server hat {max} API-Schlüssel. Widerrufen Sie einen, der nicht gebraucht wird.',
  'conflict.api_keys_of_login':
    'Dieses Login hat {max} API-Schlüssel. Widerrufen Sie einen, der nicht gebraucht wird.',
  'conflict.key_shown':
    'Das Geheimnis dieser Anfrage wurde schon einmal gezeigt. Tauschen Sie den API-Schlüssel {id} für ein neues aus.',
  'conflict.link_shown':
    'Der Link dieser Anfrage wurde schon einmal gezeigt. Senden Sie die Anfrage mit einem neuen Idempotency-Key.',
  'conflict.links_off':
    'Der Trader hat Anmeldelinks für das Konto {login} ausgeschaltet. Bitten Sie ihn, sie einzuschalten.',
  'conflict.no_terminal_address':
    'Anmeldelinks brauchen eine Adresse: Geben Sie der Marke des Kontos eine Domain, oder setzen Sie terminal_url in den Servereinstellungen.',
  'conflict.kicked_key':
    'Das ist ein API-Schlüssel. Schalten Sie den Schlüssel aus, oder widerrufen Sie ihn.',
  'conflict.login_taken':
    'Das Login {login} ist schon vergeben. Wählen Sie ein anderes oder lassen Sie es weg.',
  'conflict.account_archived':
    'Das Konto {login} ist archiviert. Stellen Sie es wieder her, bevor Sie es ändern.',
  'conflict.archived': 'Das Konto ist archiviert und lässt sich nur noch ansehen.',
  'conflict.account_not_flat':
    'Das Konto {login} hat offene Positionen, Orders, wartende Anfragen oder Kommissionen des Tages. Archivieren Sie es, wenn es keine mehr hat.',
  'conflict.account_no_email':
    'Das Konto {login} hat keine E-Mail-Adresse. Tragen Sie zuerst eine ein.',
  'conflict.no_mail_server':
    'Es gibt keinen aktiven Standard-Mailserver. Richten Sie zuerst einen ein.',
  'conflict.account_of_staff': 'Das Konto {login} gehört einem Mitarbeiter.',
  'conflict.archived_of_staff':
    'Das Konto {login} gehört einem Mitarbeiter. Löschen Sie zuerst den Mitarbeiter.',
  'conflict.moved_of_staff':
    'Das Konto {login} gehört einem Mitarbeiter. Ändern Sie die Gruppe des Mitarbeiters.',
  'conflict.own_account':
    'Sie melden sich mit diesem Konto an und können es deshalb nicht sperren.',
  'conflict.staff_exists': '{login} ist schon Mitarbeiter. Ändern Sie diesen.',
  'conflict.staff_archived': 'Das Konto {login} ist archiviert. Wählen Sie ein anderes.',
  'conflict.api_off':
    'Das Konto {login} darf die API nicht benutzen. Schalten Sie zuerst api_enabled ein.',
  'conflict.api_closed':
    'Programme dürfen sich am Konto {login} nicht anmelden. Bitten Sie Ihren Broker, api_enabled einzuschalten.',
  'conflict.application_decided': 'Über den Antrag {id} ist schon entschieden.',
  'conflict.dealer_took': 'Dealer {dealer} hat die Anfrage übernommen.',
  'conflict.not_taken': 'Übernehmen Sie die Anfrage, bevor Sie sie beantworten.',
  'conflict.connection_disabled':
    'Die Verbindung {name} ist abgeschaltet. Schalten Sie sie ein, dann verbindet sie sich.',
  'conflict.lists_max': 'Es gibt schon {max} Listen. Löschen Sie zuerst eine.',
  'conflict.notes_max': 'Das Konto hat {max} Notizen. Löschen Sie zuerst eine.',
  'conflict.note_closed':
    'Eine Notiz lässt sich nur {hours} Stunden lang ändern oder löschen. Legen Sie eine neue an.',
  'conflict.drafts_max': 'Sie haben {max} Entwürfe. Senden oder löschen Sie einige.',
  'conflict.mailbox_full':
    'Ihr Posteingang hat {max} Nachrichten. Löschen Sie einige, bevor Sie weitere senden.',
  'conflict.being_changed': 'Das Konto wird gerade geändert. Versuchen Sie es gleich noch einmal.',
  'conflict.licence_accounts_max':
    'Die Lizenz erlaubt {max} Konten, und es gibt {used}. Fordern Sie eine Lizenz mit mehr Konten an.',
  'conflict.licence_groups_max':
    'Die Lizenz erlaubt {max} Gruppen, und es gibt {used}. Fordern Sie eine Lizenz mit mehr Gruppen an.',
  'conflict.switch_done': 'Dieser Hebelwechsel wurde schon ausgeführt. Legen Sie einen neuen an.',
  'conflict.account_rechecked':
    'Das Konto hat sich seit der Prüfung geändert. Versuchen Sie es noch einmal.',
  'conflict.symbol_gone': 'Die Einstellungen des Symbols {id} gibt es nicht mehr.',
  'conflict.group_gone': 'Die Gruppe des Kontos gibt es nicht mehr.',
  'conflict.brand_disabled': 'Die Marke {company} ist deaktiviert. Aktivieren Sie sie zuerst.',
  'conflict.brand_licenced':
    'Die Marke {company} gehört zur Lizenz. Sie entfällt mit einer Lizenz ohne diese Marke.',
  'conflict.job_no_result': 'Der Job {id} hat kein Ergebnis (Zustand {state}).',
  'conflict.report_no_result': 'Der Report-Job {id} hat kein Ergebnis (Zustand {state}).',
  'conflict.report_rows_in_file':
    'Die Zeilen des Report-Jobs {id} stehen nur in seiner Datei. Starten Sie den Report als JSON.',
  'conflict.report_done': 'Der Report-Job {id} ist schon fertig.',
  'conflict.report_failed': 'Der Report-Job {id} ist fehlgeschlagen.',
  'conflict.report_not_over': 'Der Report-Job {id} läuft noch. Brechen Sie ihn zuerst ab.',
  'conflict.job_done': 'Der Job {id} ist schon fertig.',
  'conflict.job_failed': 'Der Job {id} ist fehlgeschlagen.',
  'conflict.history_too_long': 'Ihre Historie ist zu lang.',
  'conflict.no_log_archive':
    'Der Server führt kein Archiv seiner Logs. Setzen Sie LOG_ARCHIVE_DIR.',
  'conflict.key_twice_in_file':
    'Die Datei enthält davor einen Datensatz mit demselben Schlüssel. Geben Sie ihnen verschiedene.',
  'conflict.key_shared':
    'Mehrere Datensätze auf diesem Server haben diesen Schlüssel. Unterscheiden Sie sie zuerst durch ihre Beschreibungen.',
  'conflict.staff_left_traces':
    'Der Mitarbeiter {login} hat Spuren in Trades oder im Journal und kann nicht gelöscht werden. Deaktivieren Sie ihn.',
  'conflict.account_no_staff':
    'Das Konto {login} gibt es hier, aber nicht als Mitarbeiter. Machen Sie es dazu, oder geben Sie dem Mitarbeiter der Datei einen anderen Login.',
  'conflict.staff_differs':
    'Der Mitarbeiter {login} hat hier einen anderen Namen oder eine andere E-Mail-Adresse.',
  'conflict.codes_on':
    'Einmalcodes sind eingeschaltet. Schalten Sie sie zuerst mit einem Code aus.',
  'conflict.files_max': 'Sie haben {max} Dateien dieser Art. Entfernen Sie einige.',
  'conflict.files_bytes_max':
    'Ihre Dateien dieser Art dürfen {mib} MiB belegen. Entfernen Sie einige.',
  'conflict.schedules_max': 'Es gibt schon {max} Zeitpläne. Löschen Sie zuerst einen.',
  'conflict.report_disabled': 'Diese Report-Konfiguration ist deaktiviert.',
  'conflict.password_set': 'Das Konto {login} hat schon ein Passwort.',
  'conflict.first_password_set':
    'Der Administrator hat schon ein Passwort. Ändern Sie es nach der Anmeldung.',
  'conflict.group_mail_off': 'In der Gruppe {group} sind Nachrichten ausgeschaltet.',
  'conflict.client_accounts_max': 'Ein Kunde hat höchstens {max} verknüpfte Konten.',
  'conflict.answer_lost': 'Das wurde schon ausgeführt, aber die Antwort ist nicht mehr lesbar.',
  'conflict.fill_decided': 'Mitarbeiter {by} hat über diese Ausführung schon entschieden.',
  'conflict.order_changed':
    'Die Order hat inzwischen Version {version}. Laden Sie die zurückgehaltenen Ausführungen neu.',
  'conflict.deal_no_payment':
    'Der Deal {id} ist keine Ein- oder Auszahlung. Nur Buchungen auf Saldo oder Kredit lassen sich rückgängig machen.',
  'conflict.deals_since_max':
    'Das Konto hat seit dem Deal {id} mehr als {max} Deals. Buchen Sie stattdessen eine Korrektur.',
  'conflict.position_at_provider':
    'Die Position {id} hat eine Order beim Anbieter. Warten Sie das Ergebnis ab, oder deaktivieren Sie das Gateway.',
  'conflict.history_contradicts':
    'Die Historie des Kontos {login} widerspricht sich: {text}. Führen Sie openfloor verify aus.',
  'conflict.accounts_counted':
    'Es sind inzwischen {total} Konten, nicht {expected}. Sehen Sie sich die Vorschau noch einmal an.',
  'conflict.request_id_of_another':
    'Diese request_id wurde für eine Zahlung eines anderen Kontos benutzt. Nehmen Sie eine neue.',
  'conflict.fields_lost':
    'Weder die Tabellen noch das Log enthalten: {fields}. Führen Sie openfloor verify aus, und spielen Sie ein Backup ein.',
  'conflict.feed_away':
    'Der Datenfeed {name} ist nicht verbunden ({why}). Seine Symbole sind bekannt, sobald er online ist.',
  'conflict.gateway_away':
    'Das Gateway {name} ist nicht verbunden ({why}). Sein Anbieter listet Instrumente, sobald es online ist.',
  'conflict.symbol_quoted':
    'Von {path} beziehen Kurse: {names}. Leeren Sie dort quote_source, ändern Sie den Pfad, und setzen Sie es wieder.',
  'conflict.follows_already':
    'Dieser Live-Socket folgt den Ereignissen schon. Senden Sie erst unfollow.',
  'conflict.follows_nothing':
    'Dieser Live-Socket folgt keinen Ereignissen. Senden Sie erst follow.',
  'conflict.webhooks':
    'Der Server hat {max} Webhooks. Löschen Sie einen, der nicht gebraucht wird.',
  'conflict.webhook_shown':
    'Das Geheimnis dieser Anfrage wurde schon einmal gezeigt. Tauschen Sie das Geheimnis des Webhooks {id} aus, um ein neues zu erhalten.',
}
