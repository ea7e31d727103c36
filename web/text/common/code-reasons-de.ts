/** German texts of refusals, by the keys of `engine/reasons/`. */
export const codeReasonsDe: Readonly<Record<string, string>> = {
  'auth.account_changed.load':
    'Es ist ein anderes Konto angemeldet, als X-APP-Account nennt. Laden Sie dessen Daten und wiederholen Sie die Anfrage.',
  'auth.account_changed.reload':
    'Es ist ein anderes Konto angemeldet, als X-APP-Account nennt. Laden Sie das Terminal neu.',
  'auth.account_disabled.account': 'Dieses Konto ist gesperrt. Fragen Sie Ihren Broker.',
  'auth.code_invalid.code':
    'Der Code stimmt nicht oder ist abgelaufen. Fordern Sie einen neuen an und geben Sie ihn innerhalb einer halben Stunde ein.',
  'auth.code_invalid.link':
    'Dieser Anmeldelink wurde schon benutzt oder ist abgelaufen. Öffnen Sie im Portal Ihres Brokers einen neuen.',
  'auth.csrf_invalid.session': 'Senden Sie das CSRF-Token der Sitzung in X-CSRF-Token.',
  'auth.csrf_invalid.own': 'Senden Sie das CSRF-Token Ihrer Sitzung in X-CSRF-Token.',
  'auth.invalid_credentials.wrong': 'Login oder Passwort stimmt nicht.',
  'auth.invalid_terminal.elsewhere': 'Dieses Terminal meldet sich anderswo an; hier gilt {names}.',
  'auth.invalid_terminal.other': 'Dieses Token gehört zur anderen Art von Terminal.',
  'auth.invalid_terminal.other_routes':
    'Dieses Token gehört zur anderen Art von Terminal. Verwenden Sie dessen Routen.',
  'auth.ip_not_allowed.access': 'Von dieser Adresse ist der Zugang nicht erlaubt.',
  'auth.ip_not_allowed.sign_in': 'Von dieser Adresse ist die Anmeldung nicht erlaubt.',
  'auth.not_staff.account': 'Dieses Konto hat keinen Zugang für Mitarbeiter.',
  'auth.otp_enrol_required.group': 'Richten Sie zuerst Einmalcodes ein: Ihre Gruppe verlangt sie.',
  'auth.otp_not_set.password':
    'Für dieses Passwort sind keine Einmalcodes eingerichtet. Melden Sie sich ohne Code an.',
  'auth.otp_not_set.no_key':
    'Es gibt keinen Einrichtungsschlüssel zu bestätigen. Erzeugen Sie mit otp/enrol einen neuen.',
  'auth.otp_required.code':
    'Ein Einmalcode wird gebraucht. Senden Sie die Anfrage noch einmal mit otp.',
  'auth.password_change_not_allowed.passwords':
    'Diese Sitzung kann keine Passwörter ändern. Melden Sie sich mit dem Hauptpasswort an.',
  'auth.password_change_not_allowed.password':
    'Diese Sitzung kann das Passwort nicht ändern. Melden Sie sich mit dem Hauptpasswort an.',
  'auth.password_change_required.first': 'Ändern Sie zuerst Ihr Passwort.',
  'auth.password_same.current': 'Das neue Passwort ist das bisherige. Wählen Sie ein anderes.',
  'auth.refresh_reused.closed':
    'Dieses Refresh-Token wurde schon benutzt, deshalb wurde die Sitzung geschlossen. Melden Sie sich neu an.',
  'auth.session_expired.socket':
    'Melden Sie sich zuerst an: Senden Sie die Operation auth mit Ihrem access_token.',
  'auth.session_expired.over': 'Die Sitzung ist abgelaufen. Melden Sie sich neu an.',
  'auth.session_expired.key':
    'Dieser API-Schlüssel gilt nicht. Verwenden Sie einen, der nicht widerrufen, abgelaufen oder ausgeschaltet ist.',
  'auth.session_expired.no_token':
    'Es fehlt ein Token. Melden Sie sich an und senden Sie den Header Authorization: Bearer mit Ihrem Zugriffstoken.',
  'auth.terminal_not_allowed.account': 'Dieses Konto darf dieses Terminal nicht benutzen.',
  'auth.terminal_not_allowed.server':
    'Dieses Terminal darf auf diesem Server zurzeit nicht benutzt werden.',
  'auth.too_many_attempts.attempts': 'Zu viele Versuche. Versuchen Sie es später noch einmal.',
  'auth.too_many_attempts.keys':
    'Von Ihrer Adresse kamen zu viele unbekannte API-Schlüssel. Prüfen Sie den Schlüssel und warten Sie dann.',
  'auth.too_many_attempts.address':
    'Zu viele Versuche von Ihrer Adresse. Warten Sie vor dem nächsten.',
  'confirmation_required.code':
    'Bestätigen Sie das zuerst: Fordern Sie unter /admin/v1/confirmations einen Code an und senden Sie ihn mit seinem Token.',
  'internal.item':
    'Der Server ist bei diesem Eintrag gescheitert. Nennen Sie dem Support die Anfrage-Id.',
  'internal.unanswered':
    'Das konnte nicht beantwortet werden. Versuchen Sie es später noch einmal.',
  'method_not_allowed.methods': 'Dieser Pfad nimmt {methods} an.',
  'too_large.slice': 'Ein Teil hat höchstens {max} Einträge.',
  'too_large.body': 'Der Body ist größer als {max} Bytes. Senden Sie weniger.',
  'too_large.file_mib': 'Die Datei ist größer als {max} MiB. Senden Sie weniger.',
  'too_large.file': 'Die Datei ist größer als {max} Bytes. Senden Sie weniger.',
  'too_large.list':
    'Die Liste ist zu lang, um auf einmal gesendet zu werden. Lesen Sie den Snapshot.',
  'too_large.request': 'Die Anfrage enthält mehr, als auf einmal gefragt werden kann.',
  'too_large.rows': 'Es sind mehr als {max}: Filtern Sie.',
  'too_large.symbols': 'Diese Gruppen halten zu viele Symbole. Wählen Sie eine engere Maske.',
  'too_large.email': 'Diese E-Mail ist zu lang.',
  'too_large.items': '{count} Einträge sind zu viele: höchstens {max}.',
  'unavailable.event_reads':
    'Es werden schon zu viele Ereignisse gelesen. Versuchen Sie es in einigen Sekunden noch einmal.',
  'unavailable.event_log':
    'Ein Log ist jetzt nicht zu lesen. Versuchen Sie es in einigen Sekunden noch einmal.',
  'too_many_requests.event_waits':
    'Schon {max} Abrufe warten auf ein Ereignis. Versuchen Sie es in einigen Sekunden noch einmal.',
  'too_many_requests.followers':
    'Schon {max} Live-Sockets folgen den Ereignissen. Versuchen Sie es später noch einmal.',
  'too_many_requests.batch': 'Eine Ihrer Sammelanfragen läuft noch. Warten Sie auf die Antwort.',
  'too_many_requests.long_lists':
    'Lange Listen des Kontos werden gerade erstellt. Warten Sie auf ihr Ende.',
  'too_many_requests.session': 'Zu viele Anfragen in dieser Sitzung. Warten Sie eine Sekunde.',
  'too_many_requests.files': 'Sie lesen schon {count} Dateien. Warten Sie, bis eine zu Ende ist.',
  'too_many_requests.imports': 'Ihre Importe laufen noch. Warten Sie auf sie.',
  'too_many_requests.links':
    'Zu viele Anmeldelinks sind noch unbenutzt. Versuchen Sie es in einer Minute wieder.',
  'too_many_requests.items': 'Ihre Anfragen mit vielen Einträgen laufen noch. Warten Sie auf sie.',
  'trade.busy.order': 'Order {id} wird gerade bearbeitet. Warten Sie das Ergebnis ab.',
  'trade.close_only.symbol': 'Positionen in {symbol} können nur geschlossen werden.',
  'trade.disabled.archived': 'Das Konto ist archiviert.',
  'trade.disabled.archived_read_only': 'Das Konto ist archiviert und lässt sich nur noch ansehen.',
  'trade.disabled.account': 'Das Konto ist deaktiviert.',
  'trade.disabled.group': 'Die Gruppe des Kontos ist deaktiviert.',
  'trade.disabled.group_trading': 'Der Handel ist für die Gruppe des Kontos ausgeschaltet.',
  'trade.disabled.account_trading': 'Der Handel ist für dieses Konto ausgeschaltet.',
  'trade.disabled.symbol': '{symbol} wird nicht gehandelt.',
  'trade.expired.not_after': 'Die Anfrage galt bis {by} und kam später an.',
  'trade.invalid_expiration.past': 'expires_at liegt in der Vergangenheit.',
  'trade.invalid_price.deals': 'Die Deals haben diese Preise schon.',
  'trade.invalid_price.worst': 'Der Kunde nimmt höchstens {price}: Senden Sie einen Requote.',
  'trade.invalid_price.fills_nothing':
    'Die Anfrage führt nichts aus: Für sie gibt es keinen Preis.',
  'trade.invalid_price.of_server':
    'Der Server fragt selbst: Es gibt niemanden, dem Sie einen Preis anbieten können.',
  'trade.invalid_price.far': 'Der Preis liegt weit vom Marktpreis {market}.',
  'trade.invalid_price.trigger': 'trigger_price gehört zu wartenden Stop-Limit-Orders.',
  'trade.invalid_price.digits': '{symbol} hat Preise mit {digits} Nachkommastellen.',
  'trade.invalid_stops.trailing': 'trailing_pts liegt jetzt zwischen {min} und {max}.',
  'trade.invalid_volume.risk': 'Schon {volume} Lot verlieren mehr als das.',
  'trade.invalid_volume.steps': '{symbol} wird ab {min} Lot in Schritten von {step} gehandelt.',
  'trade.invalid_volume.range':
    '{symbol} wird von {min} bis {max} Lot in Schritten von {step} gehandelt.',
  'trade.limit_positions.account': 'Das Konto darf {max} Positionen halten.',
  'trade.limit_volume.worth': '{volume} Lot {symbol} wären mehr als {max} {currency} wert.',
  'trade.long_only.symbol': '{symbol} kann nur gekauft werden.',
  'trade.no_connection.no_wait': 'Die Anfrage muss auf eine Antwort warten.',
  'trade.off_quotes.position': 'Eine offene Position hat zurzeit keinen Kurs.',
  'trade.off_quotes.later': 'Das ist zurzeit nicht möglich.',
  'trade.off_quotes.commission':
    'Es gibt zurzeit keinen Kurs, um die Kommission in {currency} umzurechnen.',
  'trade.off_quotes.conversion': 'Es gibt zurzeit keinen Kurs, um {from} in {to} umzurechnen.',
  'trade.off_quotes.margin': 'Es gibt zurzeit keinen Kurs, um die Margin zu berechnen.',
  'trade.off_quotes.symbol': '{symbol} hat zurzeit keinen Kurs.',
  'trade.off_quotes.dealer': '{symbol} hat zurzeit keinen Kurs. Geben Sie einen Preis an.',
  'trade.order_unknown.fill': 'Order {id} hält keine Ausführung {number} zurück.',
  'trade.order_unknown.order': 'Es gibt keine Pending Order {id}.',
  'trade.position_unknown.position': 'Es gibt keine offene Position {id}.',
  'trade.price_changed.offer_over': 'Der angebotene Preis gilt nicht mehr. Fragen Sie neu an.',
  'trade.price_changed.deviation':
    'Der Preis ist jetzt {price} und liegt außerhalb der Abweichung.',
  'trade.price_changed.offer_volume':
    'Der Preis wurde für {volume} Lot angeboten. Fragen Sie neu an.',
  'trade.read_only.session':
    'Diese Sitzung ist nur zur Ansicht. Melden Sie sich mit dem Hauptpasswort an.',
  'trade.rejected.too_much_money': 'Das Konto käme auf mehr Geld, als gezählt werden kann.',
  'trade.rejected.fill_too_much':
    'Es käme mehr Geld zusammen, als gezählt werden kann. Buchen Sie zu einem anderen Preis oder lehnen Sie ab.',
  'trade.rejected.close_by_other':
    'Es geht nur mit einer Position desselben Symbols auf der anderen Seite.',
  'trade.rejected.already_linked': 'Order {id} storniert schon eine andere Order.',
  'trade.rejected.close_by_netting':
    'Close by gibt es nur auf Hedging-Konten: Dieses Konto rechnet Positionen selbst auf.',
  'trade.rejected.order_kinds': '{symbol} nimmt Orders der Art {kinds} an, nicht {kind}.',
  'trade.short_only.symbol': '{symbol} kann nur verkauft werden.',
  'trade.symbol_unknown.symbol': 'Das Symbol {symbol} gibt es nicht.',
  'trade.timeout.repeat':
    'Das Ergebnis ist nicht bekannt: Wiederholen Sie die Anfrage, um es zu erfahren.',
  'trade.timeout.repeat_id':
    'Das Ergebnis ist nicht bekannt: Wiederholen Sie die Anfrage mit derselben Id, um es zu erfahren.',
  'trade.too_many_requests.preview':
    'Eine andere Vorschau von Ihnen wird gerade berechnet. Versuchen Sie es in einigen Sekunden noch einmal.',
  'trade.too_many_requests.waiting': 'Die Anfrage wartet und wurde zu oft wiederholt.',
  'trade.too_many_requests.snapshots':
    'Zu viele Snapshots und Resumes des Kontos laufen. Warten Sie auf ihr Ende.',
  'unsupported_media.types': 'Senden Sie den Body als {types}.',
  'conflict.comparison': 'Ein anderer Vergleich wurde begonnen.',
  'conflict.demo_trader': 'Das Demo-Set hat seinen Trader schon, oder es soll keinen geben.',
  'conflict.nothing_to_accept':
    'Das Journal hat jede Zeile, die das Log kennt: Es gibt nichts zu akzeptieren.',
  'conflict.running': 'Der Server in {directory} läuft. Beenden Sie ihn zuerst.',
  'forbidden.config_reports': 'Ein Bericht ohne Konfiguration braucht das Recht config.reports.',
  'forbidden.search': 'Eine Suche braucht das Recht accounts.name oder accounts.email.',
  'forbidden.search_email': 'Eine Suche nach E-Mail-Adressen braucht das Recht accounts.email.',
  'forbidden.search_name': 'Eine Suche nach Namen braucht das Recht accounts.name.',
  'forbidden.changing': 'Um {fields} zu ändern, brauchen Sie das Recht {right}.',
  'forbidden.demo_elsewhere': 'Demokonten werden unter {url} eröffnet.',
  'forbidden.import_staff':
    'Dafür brauchen Sie das Recht accounts.edit: Der Mitarbeiter hat hier kein Konto.',
  'forbidden.needs': 'Dafür brauchen Sie das Recht {right}.',
  'forbidden.events_of_kind': 'Ereignisse der Art {kind} brauchen: {rights}.',
  'forbidden.key': 'Das dürfen API-Schlüssel nicht. Melden Sie sich als Person an.',
  'forbidden.link_of_staff':
    'Mitarbeiter melden sich mit ihrem Passwort an. Erstellen Sie Links nur für Handelskonten.',
  'forbidden.links_of_owner':
    'Diese Sitzung kann Anmeldelinks nicht ändern. Melden Sie sich mit dem Hauptpasswort an.',
  'forbidden.key_of_other': 'Für ein anderes Login brauchen Sie das Recht config.staff.',
  'forbidden.webhook_of_other':
    'Für den Webhook eines anderen Logins brauchen Sie das Recht config.staff.',
  'forbidden.webhook_of_key':
    'Der Webhook würde mehr tun, als dieser API-Schlüssel darf. Verwenden Sie einen Schlüssel mit allen Rechten und Gruppen seines Logins.',
  'forbidden.key_address':
    'Dieser API-Schlüssel darf von dieser Adresse nicht verwendet werden. Erlauben Sie die Adresse für den Schlüssel und sein Login.',
  'forbidden.key_sign_out': 'Ein API-Schlüssel meldet sich nicht ab. Schließen Sie den Socket.',
  'forbidden.owner_left': 'Der Eigentümer ist kein aktiver Mitarbeiter mehr.',
  'forbidden.live_figures': 'Laufende Zahlen von Positionen brauchen das Recht {right}.',
  'forbidden.mail_off': 'Nachrichten sind für Ihr Konto ausgeschaltet.',
  'forbidden.mail_of_staff': 'Nachrichten von Mitarbeitern werden am Desk gelesen.',
  'forbidden.metrics': 'Metriken brauchen das Recht {right}.',
  'forbidden.no_demo': 'Die Regeln des Handelsservers erlauben keine Demokonten.',
  'forbidden.blocked':
    'Mit diesen Angaben kann sich niemand registrieren. Fragen Sie den Broker, wenn es möglich sein sollte.',
  'forbidden.sign_up_closed':
    'Die Registrierung für Konten der Art {type} ist zurzeit geschlossen.',
  'forbidden.staff_groups': 'Mitarbeitergruppen brauchen das Recht config.staff.',
  'forbidden.account_scope': 'Das Konto {login} liegt außerhalb Ihres Bereichs.',
  'forbidden.client_accounts': 'Die Konten eines Kunden brauchen das Recht clients.view.',
  'forbidden.group_scope': 'Die Gruppe {group} liegt außerhalb Ihres Bereichs.',
  'forbidden.jobs_of_others': 'Die Jobs anderer brauchen das Recht {right}.',
  'forbidden.login_scope': 'Das Login {login} liegt außerhalb Ihres Bereichs.',
  'forbidden.scope_smaller': 'Der Bereich ist kleiner geworden, als er bei der Anfrage war.',
  'forbidden.staff_of_group':
    'Mitarbeiter von {group} haben Rechte oder einen Bereich, die Sie nicht haben.',
  'forbidden.staff_rights': 'Der Mitarbeiter {login} hat Rechte, die Sie nicht haben: {rights}.',
  'forbidden.staff_reach': 'Der Mitarbeiter {login} hat einen größeren Bereich: {masks}.',
  'forbidden.no_news': 'Für die Konten Ihrer Gruppe gibt es keine Nachrichten.',
  'forbidden.note_of_other': 'Nur der Verfasser einer Notiz kann sie ändern oder löschen.',
  'forbidden.own_group':
    'Das ist Ihre eigene Gruppe. Bitten Sie einen anderen Administrator, sie zu deaktivieren.',
  'forbidden.needs_one': 'Dafür brauchen Sie eines der Rechte {rights}.',
  'forbidden.needs_right': 'Dafür brauchen Sie das Recht {right}.',
  'forbidden.socket_page':
    'Diese Seite darf den Socket nicht öffnen. Tragen Sie ihre Herkunft in die Einstellungen ein.',
  'forbidden.sign_in_page':
    'Diese Seite darf niemanden anmelden. Melden Sie sich auf der Seite des Servers an oder tragen Sie ihre Herkunft in die Einstellungen ein.',
  'forbidden.report_right': 'Dieser Bericht braucht das Recht {right}.',
  'forbidden.report_scope': 'Dieser Bericht reicht über Ihren Bereich hinaus.',
  'forbidden.result_right': 'Dieses Ergebnis braucht das Recht {right}.',
  'forbidden.result_scope': 'Dieses Ergebnis reicht über Ihren Bereich hinaus.',
  'forbidden.emailed_by':
    'Um den Bericht per E-Mail zu senden, braucht sein Ersteller reports.export und eine Zeile mit Export.',
  'forbidden.email_reports':
    'Um Berichte per E-Mail zu senden, brauchen Sie das Recht reports.export.',
  'forbidden.result_of_owner': 'Das Ergebnis des Jobs {id} gehört nur seinem Eigentümer.',
  'forbidden.no_staff': 'Sie sind kein aktiver Mitarbeiter mehr. Melden Sie sich neu an.',
  'forbidden.grant': 'Sie können keine Rechte vergeben, die Sie nicht haben: {rights}.',
  'forbidden.open_reports':
    'Sie können keine Berichte freigeben, die Sie nicht sehen dürfen: {path}.',
  'forbidden.export_report':
    'Sie dürfen diesen Bericht nicht exportieren: Dafür brauchen Sie reports.export und eine Zeile.',
  'forbidden.codes_required':
    'Ihre Gruppe verlangt Einmalcodes: Sie lassen sich nicht ausschalten.',
  'forbidden.no_right_any_more': 'Der Ersteller {maker} hat das Recht {right} nicht mehr',
  'forbidden.maker_scope': 'Die Gruppe liegt außerhalb des Bereichs des Erstellers {maker}',
  'invalid_input.login': 'Ein Login ist eine ganze Zahl von 1 bis {max}.',
  'invalid_input.depths': 'Ein Socket verfolgt die Markttiefe von höchstens {max} Symbolen.',
  'invalid_input.masks': 'Ein Socket verfolgt höchstens {max} Masken.',
  'invalid_input.subject': 'Ein Betreff hat eine Zeile mit höchstens {max} Zeichen.',
  'invalid_input.own_agent': 'Ein Konto ist nicht sein eigener Agent.',
  'invalid_input.nobody_left':
    'Es bleibt kein Empfänger: In den Gruppen sind Nachrichten ausgeschaltet, oder sie sind leer.',
  'invalid_input.logins_or_group':
    'Senden Sie logins oder group mit einer Gruppenmaske. valuation gilt für logins.',
  'invalid_input.frame': 'Senden Sie {frame}.',
  'invalid_input.small_parts':
    'Der Body kommt in zu kleinen Teilen. Senden Sie Teile ab {min} Bytes.',
  'invalid_input.form_fields': 'Der Body hat neben der Datei mehr als {max} Felder.',
  'invalid_input.no_body': 'Der Body fehlt. Senden Sie, was die Route verlangt.',
  'invalid_input.json': 'Der Body ist nicht gültig ({why}). Senden Sie einen JSON-Wert in UTF-8.',
  'invalid_input.form': 'Der Body ist kein vollständiges multipart/form-data mit Trennzeile.',
  'invalid_input.empty_file': 'Die Datei ist leer.',
  'invalid_input.group_disabled': 'Die Gruppe {group} ist deaktiviert. Wählen Sie eine andere.',
  'invalid_input.parameters': 'Die Abfrage hat mehr als {max} Parameter.',
  'invalid_input.slow_upload': 'Der Upload dauert länger als {seconds} s: Senden Sie weniger.',
  'invalid_input.staff_operation': 'Die Operation {name} gibt es nicht. Es gibt: {known}.',
  'invalid_input.operation': 'Die Operation {name} gibt es nicht.',
  'invalid_input.agent': 'Dieses Agentenkonto gibt es nicht.',
  'invalid_input.page': 'page ist mindestens 1, limit liegt zwischen 1 und {max}.',
  'not_found.api_key': 'Diesen API-Schlüssel gibt es nicht.',
  'not_found.refused_request': 'Keine abgelehnte Anfrage des Kontos {login} hat die Id {id}.',
  'not_found.dealing_request': 'Für Sie wartet keine Anfrage {id}.',
  'not_found.group_gone': 'Die Gruppe des Kontos gibt es nicht mehr.',
  'not_found.brand_image': 'Die Marke {brand} hat kein {name}.',
  'not_found.not_of_group': 'Die Gruppe {group} handelt {symbol} nicht.',
  'not_found.no_session': 'Das Login {login} hat keine offene Sitzung.',
  'not_found.report_section': 'Der Berichtsjob {id} hat keinen Abschnitt {number}.',
  'not_found.report_result':
    'Das Ergebnis des Berichtsjobs {id} gibt es nicht mehr: Starten Sie den Bericht noch einmal.',
  'not_found.rule_gone': 'Die Regel wurde inzwischen gelöscht.',
  'not_found.symbol_gone': 'Das Symbol steht nicht in den Einstellungen.',
  'not_found.news': 'Die Meldung {id} gibt es nicht.',
  'not_found.account': 'Das Konto {login} gibt es nicht.',
  'not_found.application': 'Den Antrag {id} gibt es nicht.',
  'not_found.attachment': 'Den Anhang {id} gibt es nicht.',
  'not_found.datafeed': 'Den Datenfeed {id} gibt es nicht.',
  'not_found.deal': 'Das Konto hat keinen Deal {id}.',
  'not_found.draft': 'Den Entwurf {id} gibt es nicht.',
  'not_found.growing_file': 'Es gibt keine wachsende Datei {id}.',
  'not_found.gateway': 'Das Gateway {id} gibt es nicht.',
  'not_found.group_by_path':
    'Es gibt keine Gruppe mit dem Pfad {path}. Gruppen werden mit ihrem Pfad genannt.',
  'not_found.group': 'Die Gruppe {path} gibt es nicht.',
  'not_found.existing_group': 'Die Gruppe {path} gibt es nicht. Nennen Sie eine vorhandene.',
  'not_found.instance': 'Von {id} gibt es keine Instanz {instance}.',
  'not_found.job': 'Den Job {id} gibt es nicht.',
  'not_found.login': 'Das Login {login} gibt es nicht.',
  'not_found.mail': 'Die Nachricht {id} gibt es nicht.',
  'not_found.note': 'Das Konto hat keine Notiz {id}.',
  'not_found.new_file': 'Sie haben keine neue Datei {id}.',
  'not_found.open_position': 'Es gibt keine offene Position {id}.',
  'not_found.position': 'Die Position {id} gibt es nicht.',
  'not_found.report_config': 'Die Berichtskonfiguration {id} gibt es nicht.',
  'not_found.report_job': 'Den Berichtsjob {id} gibt es nicht.',
  'not_found.report_schedule': 'Den Zeitplan {id} für Berichte gibt es nicht.',
  'not_found.profile_rule': 'Die Regel {number} gibt es nicht: Das Profil hat {count}.',
  'not_found.data_dir':
    'In {directory} gibt es keinen Server. Setzen Sie DATA_DIR auf sein Verzeichnis.',
  'not_found.server': 'Den Server {id} gibt es nicht. Es gibt: {known}.',
  'not_found.staff_user': 'Den Mitarbeiter {login} gibt es nicht.',
  'not_found.own_session': 'Sie haben keine solche offene Sitzung.',
  'not_found.session': 'Diese offene Sitzung gibt es nicht.',
  'not_found.page': 'Diese Seite gibt es nicht.',
  'not_found.picture': 'Dieses Bild gibt es nicht.',
  'not_found.route': 'Diese Route gibt es nicht. Alle Routen stehen unter /docs/api.',
  'not_found.symbol_for_account': 'Für Ihr Konto gibt es kein Symbol {symbol}.',
  'not_found.symbol': 'Das Symbol {symbol} gibt es nicht.',
  'not_found.watchlist': 'Die Watchlist {id} gibt es nicht.',
  'not_found.record': 'Den Datensatz {id} gibt es nicht.',
  'not_found.transfer_record': 'In {kind} gibt es {key} nicht.',
  'not_found.transfer_staff': 'Den Mitarbeiter {login} gibt es nicht.',
  'not_found.api_password': 'Dieses Konto hat kein API-Passwort.',
  'not_found.file_gone': 'Diese Datei gibt es nicht mehr.',
  'unavailable.fill': 'Das kann zurzeit nicht geschrieben werden. Versuchen Sie es noch einmal.',
  'unavailable.not_reached': 'Es kam nicht an die Reihe. Senden Sie es noch einmal.',
  'unavailable.looks':
    'Viele Konten werden gerade durchsucht. Versuchen Sie es gleich noch einmal.',
  'unavailable.applications':
    'Zurzeit warten viele Anträge. Versuchen Sie es an einem anderen Tag noch einmal.',
  'unavailable.imports_arrive':
    'Viele Importe kommen gleichzeitig an: Versuchen Sie es später noch einmal.',
  'unavailable.large_bodies':
    'Viele große Anfragen werden gerade gelesen. Versuchen Sie es gleich noch einmal.',
  'unavailable.long_answers':
    'Viele lange Antworten sind unterwegs. Versuchen Sie es gleich noch einmal.',
  'unavailable.sign_ups': 'Zurzeit registrieren sich viele. Versuchen Sie es später noch einmal.',
  'unavailable.codes':
    'Zurzeit können keine Codes gesendet werden. Versuchen Sie es später noch einmal.',
  'unavailable.demo_full': 'Zurzeit werden hier keine weiteren Demokonten eröffnet.',
  'unavailable.table_part': 'Die Tabelle ist nicht vollständig: Senden Sie sie noch einmal.',
  'unavailable.dealer_answer':
    'Zurzeit kann nichts geschrieben werden. Antworten Sie gleich noch einmal.',
  'unavailable.writing':
    'Zurzeit kann nichts geschrieben werden. Versuchen Sie es gleich noch einmal.',
  'unavailable.order_numbers':
    'Nummern für Orders werden gerade geholt. Versuchen Sie es gleich noch einmal.',
  'unavailable.other_batches':
    'Andere Sammelanfragen zu Einstellungen laufen. Versuchen Sie es gleich noch einmal.',
  'unavailable.log_record':
    'Der Datensatz {number} des Logs ist nicht lesbar. Starten Sie openfloor verify.',
  'unavailable.account_changes':
    'Das Konto wird gerade geändert. Versuchen Sie es gleich noch einmal.',
  'unavailable.set_aside':
    'Das Konto ist zur Reparatur zurückgestellt. Die Mitarbeiter wissen davon.',
  'unavailable.databases':
    'Die Datenbanken des Logs antworten nicht, deshalb darf dieser Knoten nicht antworten. Versuchen Sie es bald noch einmal.',
  'unavailable.desk': 'Die Verwaltung startet neu. Versuchen Sie es gleich noch einmal.',
  'unavailable.disk':
    'Die Festplatte füllt sich: Es wurde nichts gespeichert, damit der Handel weitergeht. Versuchen Sie es später noch einmal.',
  'unavailable.files_full':
    'Der Platz für Dateien ist belegt. Versuchen Sie es noch einmal, wenn ältere gelöscht sind.',
  'unavailable.provider_links':
    'Die Verbindungen zu Anbietern starten neu. Versuchen Sie es gleich noch einmal.',
  'unavailable.price_history':
    'Der Kursverlauf ist noch nicht da. Versuchen Sie es gleich noch einmal.',
  'unavailable.price_links':
    'Die Kursverbindungen starten neu. Versuchen Sie es gleich noch einmal.',
  'unavailable.query_time':
    'Die Abfrage dauerte zu lange: Fragen Sie weniger ab oder versuchen Sie es später noch einmal.',
  'unavailable.goes_on_waiting': 'Die Anfrage wartet weiter: Wiederholen Sie sie mit derselben Id.',
  'unavailable.request_waits': 'Die Anfrage wartet auf eine Antwort. Wiederholen Sie sie gleich.',
  'unavailable.too_much':
    'Der Server hat zu viel zu tun. Versuchen Sie es in einer Sekunde noch einmal.',
  'unavailable.busy_start':
    'Der Server ist mit einem Start beschäftigt. Versuchen Sie es gleich noch einmal.',
  'unavailable.busy': 'Der Server ist beschäftigt. Versuchen Sie es gleich noch einmal.',
  'unavailable.restarting': 'Der Server startet neu. Versuchen Sie es bald noch einmal.',
  'unavailable.recovering':
    'Der Server startet: Die Konten werden geladen. Versuchen Sie es in einer Sekunde noch einmal.',
  'unavailable.request_ids':
    'Der Server kann sich keine weiteren Anfrage-Ids merken. Senden Sie die Anfrage ohne Id oder später.',
  'unavailable.stores_nothing':
    'Der Server speichert zurzeit nichts. Versuchen Sie es später noch einmal.',
  'unavailable.symbol_changes':
    'Das Symbol wird gerade geändert. Versuchen Sie es gleich noch einmal.',
  'unavailable.tables_behind':
    'Die Tabellen sind hinter dem Log zurück. Versuchen Sie es in einigen Sekunden noch einmal.',
  'unavailable.tables': 'Die Tabellen konnten nicht gelesen werden.',
  'unavailable.part_busy':
    'Ein Teil des Servers ist beschäftigt ({who}): Versuchen Sie es gleich noch einmal.',
  'unavailable.no_time':
    'Dafür war keine Zeit, und es ist nichts geschehen. Wiederholen Sie die Anfrage.',
  'unavailable.standby':
    'Dieser Knoten ist der Standby-Knoten: Er antwortet nur auf Listen für Mitarbeiter mit min_projection_seq. Fragen Sie den aktiven Knoten.',
  'unavailable.accounts_changing':
    'Zu viele Konten werden gerade geändert. Versuchen Sie es gleich noch einmal.',
  'unavailable.confirmations':
    'Zu viele Bestätigungen warten. Versuchen Sie es in einer Minute noch einmal.',
  'unavailable.emails': 'Zu viele E-Mails warten auf den Versand. Prüfen Sie die Mailserver.',
  'unavailable.files_read':
    'Zu viele Dateien werden gerade gelesen. Versuchen Sie es in einer Minute noch einmal.',
  'unavailable.uploads':
    'Zu viele Dateien werden gerade hochgeladen. Versuchen Sie es in einer Minute noch einmal.',
  'unavailable.imports': 'Zu viele Importe laufen. Versuchen Sie es in einer Minute noch einmal.',
  'unavailable.payments': 'In dieser Woche gab es zu viele Zahlungen: Warten Sie eine Weile.',
  'unavailable.queries':
    'Zu viele Abfragen warten: Versuchen Sie es in einigen Sekunden noch einmal.',
  'unavailable.bulk':
    'Zu viele Anfragen mit vielen Einträgen laufen. Versuchen Sie es in einer Minute noch einmal.',
  'unavailable.trading_again': 'Der Handel startet neu. Versuchen Sie es gleich noch einmal.',
  'unavailable.trading_starts': 'Der Handel startet. Versuchen Sie es gleich noch einmal.',
  'unavailable.demo_halted':
    'Der Handel auf Demokonten ist zurzeit angehalten. Versuchen Sie es später noch einmal.',
}
