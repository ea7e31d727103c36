import t from 'tap'
import { attachmentHeaders } from '../../../wire/answer/attachment.js'

t.test('a file is saved under its name, and a browser runs nothing of it', (t) => {
  const saidOf = (name: string): string | undefined => attachmentHeaders(name)[0]?.[1]
  t.equal(saidOf('a b.csv'), 'attachment; filename="a b.csv"')
  t.equal(
    saidOf("Ü'(1)*.csv"),
    "attachment; filename=\"_'(1)*.csv\"; filename*=UTF-8''%C3%9C%27%281%29%2A.csv",
  )
  t.equal(
    saidOf('a"\\\r\n%41'),
    'attachment; filename="a_____41"; filename*=UTF-8\'\'a%22%5C%0D%0A%2541',
  )
  t.match(attachmentHeaders('a')[1], ['content-security-policy', /sandbox$/])
  t.end()
})
