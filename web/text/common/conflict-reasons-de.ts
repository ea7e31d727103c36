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
  'conflict.login_taken':
    'Das Login {login} ist schon vergeben. Wählen Sie ein anderes oder lassen Sie es weg.',
  'conflict.account_archived': 'Das Konto {login} ist archiviert und wird nicht mehr geändert.',
  'conflict.archived': 'Das Konto ist archiviert und lässt sich nur noch ansehen.',
  'conflict.account_not_flat':
    'Das Konto {login} hat offene Positionen, Orders, wartende Anfragen oder Kommissionen des Tages. Archivieren Sie es, wenn es keine mehr hat.',
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
  'conflict.drafts_max': 'Sie haben {max} Entwürfe. Senden oder löschen Sie einige.',
  'conflict.mailbox_full':
    'Ihr Posteingang hat {max} Nachrichten. Löschen Sie einige, bevor Sie weitere senden.',
  'conflict.being_changed': 'Das Konto wird gerade geändert. Versuchen Sie es gleich noch einmal.',
}
