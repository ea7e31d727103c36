import t from 'tap'
import { MailStats } from '../../../http/readers/mail-stats.js'

t.test('the time to send an e-mail is the mean of those that were sent', (t) => {
  const stats = new MailStats()
  const none = { errors: 0, queued: 0 }
  stats.take([
    { ...none, server: 1, sent: 2, sendMs: 3000 },
    { ...none, server: 2, sent: 0, sendMs: 0 },
  ])
  t.equal(stats.of(1).avg_send_seconds, 1.5)
  t.equal(stats.of(2).avg_send_seconds, 0)
  t.equal(stats.of(3).avg_send_seconds, 0, 'a server that has sent nothing yet')
  t.end()
})
