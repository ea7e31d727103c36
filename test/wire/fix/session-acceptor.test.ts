import t from 'tap'
import { runScript } from './fix-script.js'

/** The cases that the trade tests sessions by, under their usual numbers, from the side that was dialled. */
const LOGON = `
  acceptor
  connect
  < A|34=1|98=0|108=30
  > A|34=1|98=0|108=30
  = online`
const ORDER = '11=ID|21=3|40=1|54=1|55=EURUSD|60=0'
const LOGOUT_4 = `
  < 5|34=4
  > 5|34=4
  x the peer logged out`

const CASES: Readonly<Record<string, string>> = {
  '1a right number': `${LOGON}
    < 5|34=2
    > 5|34=2
    x the peer logged out`,
  '1a number too high': `
    acceptor
    connect
    < A|34=5|98=0|108=30
    > A|34=1|98=0|108=30
    = online
    > 2|34=2|7=1|16=0
    < 5|34=6
    > 5|34=3
    x the peer logged out`,
  '1a number too high, then filled': `
    acceptor
    connect
    < A|34=3|98=0|108=30
    > A|34=1|98=0|108=30
    = online
    > 2|34=2|7=1|16=0
    < 4|34=1|43=Y|122=-1|123=Y|36=4
    < 1|34=4|112=A
    > 0|34=3|112=A`,
  '1c wrong SenderCompID': `
    acceptor
    connect
    < A|34=1|49=XX|98=0|108=30
    x its CompIDs are not those of this session`,
  '1c wrong TargetCompID': `
    acceptor
    connect
    < A|34=1|56=XX|98=0|108=30
    x its CompIDs are not those of this session`,
  '1d SendingTime off': `
    acceptor
    connect
    < A|34=1|52=-121|98=0|108=30
    x the SendingTime of its Logon is more than two minutes off`,
  '1d wrong BodyLength': `
    acceptor
    connect
    < A|34=1|98=0|108=30|9=3
    + 10
    x no answer to the logon in time`,
  '1d wrong BeginString': `
    acceptor
    connect
    < A|8=FIX.4.1|34=1|98=0|108=30
    x it speaks another version of FIX`,
  '1d HeartBtInt missing': `
    acceptor
    connect
    < A|34=1|98=0
    x its Logon is wrong: Required tag missing (108)`,
  'HeartBtInt out of bounds': `
    acceptor from=5
    connect
    < A|34=1|98=0|108=4
    x its HeartBtInt is not from 5 to 3600`,
  'encryption is not spoken': `
    acceptor
    connect
    < A|34=1|98=1|108=30
    x it asks for an encryption`,
  '1e first message is no Logon': `
    acceptor
    connect
    < 0|34=1
    x its first message is no Logon`,
  'wrong password: the Logout takes a number, the Logon none': `
    acceptor locked
    connect
    < A|34=1|98=0|108=30|553=desk|554=wrong
    > 5|34=1|58=wrong password
    x wrong password
    connect
    < A|34=1|98=0|108=30|553=desk|554=secret
    > A|34=2|98=0|108=30
    = online`,
  '2b number too high: asked for once, then in order': `${LOGON}
    < D|34=3|${ORDER}
    > 2|34=2|7=2|16=0
    < D|34=4|${ORDER}
    < D|34=2|43=Y|122=-5|${ORDER}
    = D|34=2
    = D|34=3
    = D|34=4
    < D|34=3|43=Y|122=-5|${ORDER}
    < D|34=5|${ORDER}
    = D|34=5`,
  '2c number too low': `${LOGON}
    < 0|34=1
    > 5|34=2|58=MsgSeqNum too low, expecting 2 but received 1
    x MsgSeqNum too low, expecting 2 but received 1`,
  '2d, 3c garbled takes no number': `${LOGON}
    <! D|34=2|x
    < D|34=2|${ORDER}
    = D|34=2`,
  '2m wrong BodyLength takes no number': `${LOGON}
    < D|34=2|9=500|${ORDER}
    < D|34=3|9=5|${ORDER}
    < D|34=2|${ORDER}
    < D|34=3|${ORDER}|58=more of it so that the length that was said has come, and then all of it is read
    = D|34=2
    = D|34=3
    < D|34=4|${ORDER}
    = D|34=4`,
  '2t the third field is not MsgType': `${LOGON}
    < D|34=2|10=000|${ORDER}
    < D|34=3|${ORDER}
    > 2|34=2|7=2|16=0`,
  '3b wrong CheckSum: the next one asks': `${LOGON}
    < 1|34=2|112=A|10=999
    < 1|34=3|112=B
    > 2|34=2|7=2|16=0`,
  '2e repeated and known': `${LOGON}
    < D|34=2|${ORDER}
    = D|34=2
    < D|34=2|43=Y|122=-3|${ORDER}
    < 0|34=3${LOGOUT_4.replace('> 5|34=4', '> 5|34=2')}`,
  '2e repeated and new': `${LOGON}
    < D|34=2|43=Y|122=-3|${ORDER}
    = D|34=2`,
  '2f first sent after it was sent': `${LOGON}
    < D|34=2|${ORDER}
    = D|34=2
    < D|34=2|43=Y|122=+10|${ORDER}
    > 3|34=2|45=2|372=D|373=10|58=SendingTime accuracy problem
    > 5|34=3|58=SendingTime accuracy problem
    < 5|34=3
    x SendingTime accuracy problem`,
  '2g repeated without the first time': `${LOGON}
    < D|34=2|${ORDER}
    = D|34=2
    < D|34=2|43=Y|${ORDER}
    > 3|34=2|45=2|371=122|372=D|373=1|58=Required tag missing
    < 1|34=3|112=A
    > 0|34=3|112=A`,
  '2i wrong BeginString': `${LOGON}
    < 1|8=FIX.4.1|34=2|112=A
    > 5|34=2|58=Incorrect BeginString
    x Incorrect BeginString`,
  '2k wrong CompID': `${LOGON}
    < D|34=2|49=XX|${ORDER}
    > 3|34=2|45=2|372=D|373=9|58=CompID problem
    > 5|34=3|58=CompID problem
    < 5|34=3
    x CompID problem`,
  '2o SendingTime off': `${LOGON}
    < 0|34=2|52=-121
    > 3|34=2|45=2|372=0|373=10|58=SendingTime accuracy problem
    > 5|34=3|58=SendingTime accuracy problem
    + 2
    x SendingTime accuracy problem`,
  '2o two minutes are no fault': `${LOGON}
    < 0|34=2|52=-120
    < 1|34=3|52=+120|112=A
    > 0|34=2|112=A`,
  '2q no type of the standard': `${LOGON}
    < ZZ|34=2
    > 3|34=2|45=2|372=ZZ|373=11|58=Invalid MsgType`,
  '2r a type that is not understood': `
    acceptor quotes
    connect
    < A|34=1|98=0|108=30
    > A|34=1|98=0|108=30
    = online
    < 8|34=2|37=id|17=id|150=0|39=0|55=EURUSD|54=1|151=100|14=0|6=0.0
    > j|34=2|45=2|372=8|380=3|58=Unsupported Message Type
    < J|34=3
    > j|34=3|45=3|372=J|380=3|58=Unsupported Message Type`,
  '4a idle: a Heartbeat': `${LOGON}
    + 29
    + 1
    > 0|34=2
    < 0|34=2
    + 29
    + 1
    > 0|34=3`,
  '4b a TestRequest is answered': `${LOGON}
    < 1|34=2|112=HELLO
    > 0|34=2|112=HELLO`,
  '6 silence: a TestRequest, then the end': `
    acceptor
    connect
    < A|34=1|98=0|108=10
    > A|34=1|98=0|108=10
    = online
    + 10
    > 0|34=2
    + 2
    > 1|34=3|112=test-1
    + 11
    > 0|34=4
    + 1
    x the peer fell silent`,
  '6 an answer in time': `
    acceptor
    connect
    < A|34=1|98=0|108=10
    > A|34=1|98=0|108=10
    = online
    + 12
    > 0|34=2
    > 1|34=3|112=test-1
    < 0|34=2|112=test-1
    + 10
    > 0|34=4
    + 2
    > 1|34=5|112=test-2`,
  '7 a Reject is told': `${LOGON}
    < 3|34=2|45=1|58=no
    = 3|34=2
    < 1|34=3|112=A
    > 0|34=2|112=A`,
}

for (const [name, script] of Object.entries(CASES)) {
  t.test(name, async (t) => {
    const { said, expected } = runScript(script)
    t.equal(said, expected)
  })
}
