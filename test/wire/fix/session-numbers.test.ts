import t from 'tap'
import { runScript } from './fix-script.js'

/** Resends, resets, ends and refusals of single messages, seen from the acceptor. */
const LOGON = `
  acceptor
  connect
  < A|34=1|98=0|108=30
  > A|34=1|98=0|108=30
  = online`
const ORDER = '11=ID|21=3|40=1|54=1|55=EURUSD|60=0'
const REPORT = '37=1|17=1|150=0|39=0|55=EURUSD|54=1|151=1|14=0|6=0'
const TESTS = `
    < 1|34=2|112=A
    > 0|34=2|112=A
    < 1|34=3|112=A
    > 0|34=3|112=A`

const CASES: Readonly<Record<string, string>> = {
  '8 session messages alone are one gap': `${LOGON}${TESTS}
    < 2|34=4|7=1|16=0
    > 4|34=1|43=Y|122=*|123=Y|36=4`,
  '8 application messages are sent again': `${LOGON}
    send 8|${REPORT}
    > 8|34=2|${REPORT}
    + 5
    send 8|${REPORT}
    > 8|34=3|${REPORT}
    < 2|34=2|7=2|16=3
    > 8|34=2|43=Y|122=*|${REPORT}
    > 8|34=3|43=Y|122=*|${REPORT}`,
  '8 both: gaps stand between messages': `${LOGON}${TESTS}
    send 8|${REPORT}
    > 8|34=4|${REPORT}
    < 1|34=4|112=B
    > 0|34=5|112=B
    < 2|34=5|7=2|16=0
    > 4|34=2|43=Y|122=*|123=Y|36=4
    > 8|34=4|43=Y|122=*|${REPORT}
    > 4|34=5|43=Y|122=*|123=Y|36=6
    < 2|34=6|7=2|16=999999
    > 4|34=2|43=Y|122=*|123=Y|36=4
    > 8|34=4|43=Y|122=*|${REPORT}
    > 4|34=5|43=Y|122=*|123=Y|36=6
    < 2|34=7|7=3|16=4
    > 4|34=3|43=Y|122=*|123=Y|36=4
    > 8|34=4|43=Y|122=*|${REPORT}`,
  '8 orders too old to be meant are a gap': `
    acceptor stale
    connect
    < A|34=1|98=0|108=30
    > A|34=1|98=0|108=30
    = online
    send D|${ORDER.replace('60=0', '60=20260105-09:00:00')}
    > D|34=2|${ORDER.replace('60=0', '60=20260105-09:00:00')}
    send 8|${REPORT}
    > 8|34=3|${REPORT}
    < 2|34=2|7=1|16=0
    > 4|34=1|43=Y|122=*|123=Y|36=3
    > 8|34=3|43=Y|122=*|${REPORT}`,
  '8 nothing that was not sent, and no number before the first': `${LOGON}
    < 2|34=2|7=5|16=9
    < 2|34=3|7=0|16=0
    > 3|34=2|45=3|371=7|372=2|373=5|58=Value is incorrect (out of range) for this tag
    < 2|34=4|7=3|16=2
    > 3|34=3|45=4|371=7|372=2|373=5|58=Value is incorrect (out of range) for this tag`,
  'numbers of before are sent again on the next connection': `${LOGON}
    send 8|${REPORT}
    > 8|34=2|${REPORT}
    < 5|34=2
    > 5|34=3
    x the peer logged out
    connect
    < A|34=3|98=0|108=30
    > A|34=4|98=0|108=30
    = online
    < 2|34=4|7=2|16=0
    > 8|34=2|43=Y|122=*|${REPORT}
    > 4|34=3|43=Y|122=*|123=Y|36=5`,
  'requests that each connection repeats are only resent from the same connection': `
    acceptor fresh
    connect
    < A|34=1|98=0|108=30
    > A|34=1|98=0|108=30
    = online
    send 8|${REPORT}
    > 8|34=2|${REPORT}
    < 5|34=2
    > 5|34=3
    x the peer logged out
    connect
    < A|34=3|98=0|108=30
    > A|34=4|98=0|108=30
    = online
    send 8|${REPORT}
    > 8|34=5|${REPORT}
    < 2|34=4|7=2|16=0
    > 4|34=2|43=Y|122=*|123=Y|36=5
    > 8|34=5|43=Y|122=*|${REPORT}
    < A|34=1|98=0|108=30|141=Y
    = reset
    > A|34=1|98=0|108=30|141=Y
    send 8|${REPORT}
    > 8|34=2|${REPORT}
    < 2|34=2|7=1|16=0
    > 4|34=1|43=Y|122=*|123=Y|36=2
    > 8|34=2|43=Y|122=*|${REPORT}`,
  '10 gap fill, equal': `${LOGON}
    < 4|34=2|123=Y|36=20
    < 1|34=20|112=A
    > 0|34=2|112=A`,
  '10 gap fill to nowhere': `${LOGON}
    < 4|34=2|123=Y|36=2
    > 3|34=2|45=2|371=36|372=4|373=5|58=Value is incorrect (out of range) for this tag
    < 1|34=3|112=A
    > 0|34=3|112=A`,
  '10 gap fill, greater: what is missing comes first': `${LOGON}
    < 4|34=5|123=Y|36=20
    > 2|34=2|7=2|16=0
    < 4|34=2|43=Y|123=Y|36=5
    < 1|34=20|112=A
    > 0|34=3|112=A`,
  '10 gap fill, less': `${LOGON}
    < 4|34=1|43=Y|122=-1|123=Y|36=20
    < 1|34=2|112=A
    > 0|34=2|112=A
    < 4|34=1|123=Y|36=20
    > 5|34=3|58=MsgSeqNum too low, expecting 3 but received 1
    x MsgSeqNum too low, expecting 3 but received 1`,
  '10 a gap fill passes what is held': `${LOGON}
    < 1|34=4|112=OLD
    > 2|34=2|7=2|16=0
    < 4|34=2|43=Y|122=-1|123=Y|36=5
    < 1|34=5|112=NEW
    > 0|34=3|112=NEW`,
  '11 reset, greater and equal': `${LOGON}
    < 4|34=9|36=20
    < 1|34=20|112=A
    > 0|34=2|112=A
    < 4|34=1|36=21|123=N
    < 1|34=21|112=B
    > 0|34=3|112=B`,
  '11 reset to what is held': `${LOGON}
    < 1|34=5|112=A
    > 2|34=2|7=2|16=0
    < 4|34=9|36=5
    > 0|34=3|112=A`,
  '11 reset, less': `${LOGON}
    < 4|34=9|36=1
    > 3|34=2|45=9|371=36|372=4|373=5|58=Value is incorrect (out of range) for this tag
    < 1|34=2|112=A
    > 0|34=3|112=A`,
  '13b a Logout is answered': `${LOGON}
    < 5|34=2|58=good night
    > 5|34=2
    x the peer logged out: good night
    < 1|34=3|112=A`,
  'a Logout of this side waits for its answer': `${LOGON}
    logout enough
    > 5|34=2|58=enough
    < 1|34=2|112=A
    > 0|34=3|112=A
    < 5|34=3
    x enough`,
  'and not for ever': `${LOGON}
    logout enough
    > 5|34=2|58=enough
    + 2
    x enough
    send 8|${REPORT}`,
  '14a tags that are none': `${LOGON}
    < D|34=2|${ORDER}|999=x
    > 3|34=2|45=2|371=999|372=D|373=0|58=Invalid tag number
    < D|34=3|${ORDER}|0=x
    > 3|34=3|45=3|371=0|372=D|373=0|58=Invalid tag number
    < D|34=4|${ORDER}|-1=x
    > 3|34=4|45=4|372=D|373=0|58=Invalid tag number
    < D|34=5|${ORDER}|5000=own
    = D|34=5`,
  '14b required field missing': `${LOGON}
    < D|34=2|11=ID|40=1|54=1|60=0
    > 3|34=2|45=2|371=55|372=D|373=1|58=Required tag missing
    < 1|34=3|52=none|112=A
    > 3|34=3|45=3|371=52|372=1|373=1|58=Required tag missing`,
  '14c not of this message': `${LOGON}
    < D|34=2|${ORDER}|41=x
    > 3|34=2|45=2|371=41|372=D|373=2|58=Tag not defined for this message type`,
  '14d empty': `${LOGON}
    < D|34=2|${ORDER}|1=
    > 3|34=2|45=2|371=1|372=D|373=4|58=Tag specified without a value`,
  '14e no such value': `${LOGON}
    < D|34=2|${ORDER.replace('40=1', '40=w')}
    > 3|34=2|45=2|371=40|372=D|373=5|58=Value is incorrect (out of range) for this tag`,
  '14f wrong format': `${LOGON}
    < D|34=2|${ORDER}|38=+200.00
    > 3|34=2|45=2|371=38|372=D|373=6|58=Incorrect data format for value
    < D|34=3|${ORDER}|126=20040415
    > 3|34=3|45=3|371=126|372=D|373=6|58=Incorrect data format for value
    < D|34=4|52=yesterday|${ORDER}
    > 3|34=4|45=4|371=52|372=D|373=6|58=Incorrect data format for value`,
  '14g header after body': `${LOGON}
    <! D|11=ID|21=3|40=1|54=1|55=EURUSD|34=2|49=LP|52=20260105-09:00:00|56=OF|60=20260105-09:00:00
    > 3|34=2|45=2|371=34|372=D|373=14|58=Tag specified out of required order`,
  '14h repeated': `${LOGON}
    < D|34=2|${ORDER}|40=2
    > 3|34=2|45=2|371=40|372=D|373=13|58=Tag appears more than once`,
  '14i group with a wrong count': `${LOGON}
    < D|34=2|${ORDER}|386=3|336=PRE|336=POST
    > 3|34=2|45=2|371=386|372=D|373=16|58=Incorrect NumInGroup count for repeating group
    < D|34=3|${ORDER}|386=1|336=PRE|336=POST
    > 3|34=3|45=3|371=386|372=D|373=16|58=Incorrect NumInGroup count for repeating group
    < D|34=4|${ORDER}|386=2|336=PRE|336=POST
    = D|34=4`,
  'groups within groups': `${LOGON}
    < D|34=2|${ORDER}|453=2|448=A|447=D|452=1|802=2|523=x|803=1|523=y|803=2|448=B|447=D|452=3
    = D|34=2
    < D|34=3|${ORDER}|453=1|447=D|448=A|452=1
    > 3|34=2|45=3|371=447|372=D|373=15|58=Repeating group fields out of order`,
  '15 the order of fields is free': `${LOGON}
    <! D|56=OF|34=2|52=20260105-09:00:00|49=LP|60=20260105-09:00:00|55=EURUSD|54=1|40=1|21=3|11=ID
    = D|34=2`,
  '19 what may be sent twice is told to be': `${LOGON}
    < D|34=2|97=Y|${ORDER}
    = D|34=2`,
  '20 both sides ask at once': `${LOGON}
    send 8|${REPORT}
    > 8|34=2|${REPORT}
    < 0|34=4
    > 2|34=3|7=2|16=0
    < 2|34=5|7=2|16=2
    > 8|34=2|43=Y|122=*|${REPORT}
    < 0|34=2|43=Y|122=-1
    < 0|34=3|43=Y|122=-1
    < 1|34=6|112=A
    > 0|34=4|112=A`,
  '21 a group with nothing in it': `${LOGON}
    < D|34=2|${ORDER}|386=0
    = D|34=2`,
  'a wrong message in its turn is refused, what follows is not held up': `${LOGON}
    < 1|34=3|112=A
    > 2|34=2|7=2|16=0
    < D|34=2|43=Y|122=0|${ORDER}|126=20040415
    > 3|34=3|45=2|371=126|372=D|373=6|58=Incorrect data format for value
    > 0|34=4|112=A`,
  'a Logon with ResetSeqNumFlag resets both numbers': `${LOGON}${TESTS}
    < A|34=1|98=0|108=30|141=Y
    = reset
    > A|34=1|98=0|108=30|141=Y
    < 1|34=2|112=B
    > 0|34=2|112=B`,
  'which are 1 then': `${LOGON}
    < A|34=7|98=0|108=30|141=Y
    > 5|34=2|58=ResetSeqNumFlag needs MsgSeqNum 1
    x ResetSeqNumFlag needs MsgSeqNum 1`,
  'another Logon in the middle': `${LOGON}
    < A|34=2|98=0|108=30
    > 3|34=2|45=2|372=A|373=99|58=A Logon was not awaited`,
  'a refusal goes back the way it came': `${LOGON}
    < D|34=2|115=JCD|116=CS|144=CHI|${ORDER.replace('40=1', '40=w')}
    > 3|34=2|128=JCD|129=CS|145=CHI|45=2|371=40|372=D|373=5|58=Value is incorrect (out of range) for this tag
    < D|34=3|128=JCD|129=|${ORDER}
    > 3|34=3|115=JCD|45=3|371=129|372=D|373=4|58=Tag specified without a value`,
  'a number that is none ends the session': `${LOGON}
    < 1|34=x|112=A
    > 5|34=2|58=MsgSeqNum is missing or cannot be read
    x MsgSeqNum is missing or cannot be read`,
  'what is asked for and does not come ends the session': `${LOGON}
    < 0|34=5
    > 2|34=2|7=2|16=0
    + 9
    < 0|34=6
    + 1
    > 2|34=3|7=2|16=0
    + 9
    < 0|34=7
    + 1
    > 2|34=4|7=2|16=0
    + 10
    > 5|34=5|58=messages from 2 on do not come
    x messages from 2 on do not come`,
  'a message that is lost in a resend is asked for again': `${LOGON}
    < 0|34=5
    > 2|34=2|7=2|16=0
    < 0|34=2|43=Y|122=-1
    < 0|34=4|43=Y|122=-1
    > 2|34=3|7=3|16=0
    < 0|34=3|43=Y|122=-1
    < 1|34=6|112=A
    > 0|34=4|112=A`,
}

for (const [name, script] of Object.entries(CASES)) {
  t.test(name, async (t) => {
    const { said, expected } = runScript(script)
    t.equal(said, expected)
  })
}

const times = (count: number, line: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => line(i)).join('\n')

t.test('1,000 messages wait behind a gap, one more ends the session', async (t) => {
  const held = (count: number): string =>
    `${LOGON}\n${times(count, (i) => `< 0|34=${i + 3}`)}\n< 0|34=2|43=Y|122=-1`
  const right = runScript(held(1_000)).said.split('\n')
  t.equal(right.filter((line) => line.startsWith('>')).length, 2)
  const wrong = runScript(held(1_001)).said
  t.match(wrong, 'x too many messages came before one that is missing')
})

t.test('so do messages that fill the room', async (t) => {
  const long = 'x'.repeat(200_000)
  const held = (count: number): string =>
    `${LOGON}\n${times(count, (i) => `< 1|34=${i + 3}|112=${long}`)}`
  t.notMatch(runScript(held(5)).said, 'x too many')
  t.match(runScript(held(6)).said, 'x too many messages came before one that is missing')
})

t.test('100 refusals in a row, one more ends the session', async (t) => {
  const wrong = (count: number): string =>
    `${LOGON}\n${times(count, (i) => `< ZZ|34=${i + 2}`)}\n< D|34=${count + 2}|${ORDER}`
  t.match(runScript(wrong(100)).said, '= D|34=102')
  t.match(runScript(wrong(101)).said, 'x too many messages had to be rejected')
})

t.test('the same request ten times in a row, one more ends the session', async (t) => {
  const asked = (count: number): string =>
    `${LOGON}\n${times(count, (i) => `< 2|34=${i + 2}|7=1|16=0`)}`
  t.notMatch(runScript(asked(10)).said, 'x ')
  t.match(runScript(asked(11)).said, 'x the same messages were asked for too often')
})

t.test('a long resend goes out in pieces, and live messages between them', async (t) => {
  const sent = times(1_200, () => `send 8|${REPORT}`)
  const script = `${LOGON}\n${sent}\n< 2|34=2|7=2|16=0\nsend 8|${REPORT}\nproceed\nproceed\nproceed`
  const said = runScript(script).said.split('\n')
  const again = (from: string, to: string): number =>
    said
      .slice(said.indexOf(from) + 1, said.lastIndexOf(to))
      .filter((line) => line.includes('|43=Y|')).length
  t.equal(again('< 2|34=2|7=2|16=0', `send 8|${REPORT}`), 500)
  t.equal(said.filter((line) => line.includes('|43=Y|')).length, 1_200)
  t.equal(said.filter((line) => line === '= proceed').length, 2)
  t.ok(said.includes(`> 8|34=1202|${REPORT}`))
})
