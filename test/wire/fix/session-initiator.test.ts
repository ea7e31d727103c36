import t from 'tap'
import { runScript } from './fix-script.js'

/** The cases from the side that dials. */
const LOGON = `
  initiator tolerant
  connect
  > A|34=1|98=0|108=30
  < A|34=1|98=0|108=30
  = online`
const REPORT = '37=1|17=1|150=0|39=0|55=EURUSD|54=1|151=1|14=0|6=0'
const ORDER = '11=ID|21=3|40=1|54=1|55=EURUSD|60=20260105-09:00:00'

const CASES: Readonly<Record<string, string>> = {
  'logon, an order, goodbye': `${LOGON}
    send D|${ORDER}
    > D|34=2|${ORDER}
    < 8|34=2|${REPORT}
    = 8|34=2
    logout the settings changed
    > 5|34=3|58=the settings changed
    < 5|34=3
    x the settings changed`,
  'user name and password': `
    initiator password heartbeat=10
    connect
    > A|34=1|98=0|108=10|553=desk|554=secret`,
  'both numbers from 1 with each logon': `
    initiator reset
    connect
    = reset
    > A|34=1|98=0|108=30|141=Y
    < A|34=1|98=0|108=30|141=Y
    = online
    send D|${ORDER}
    > D|34=2|${ORDER}
    < 5|34=2
    > 5|34=3
    x the peer logged out
    connect
    = reset
    > A|34=1|98=0|108=30|141=Y`,
  'numbers go on with the next connection': `${LOGON}
    < 5|34=2
    > 5|34=2
    x the peer logged out
    connect
    > A|34=3|98=0|108=30
    < A|34=3|98=0|108=30
    = online
    < 8|34=4|${REPORT}
    = 8|34=4`,
  'the peer resets without a request': `${LOGON}
    < 5|34=2
    > 5|34=2
    x the peer logged out
    connect
    > A|34=3|98=0|108=30
    < A|34=1|98=0|108=30|141=Y
    = reset
    = online
    send D|${ORDER}
    > D|34=2|${ORDER}
    < 8|34=2|${REPORT}
    = 8|34=2`,
  '1a the peer is ahead: what was missed is asked for': `
    initiator
    connect
    > A|34=1|98=0|108=30
    < A|34=3|98=0|108=30
    = online
    > 2|34=2|7=1|16=0
    < 4|34=1|43=Y|122=-1|123=Y|36=2
    < 8|34=2|43=Y|122=-9|${REPORT}
    = 8|34=2
    < 4|34=3|43=Y|122=-1|123=Y|36=4
    < 8|34=4|${REPORT}
    = 8|34=4`,
  'the peer is behind': `${LOGON}
    < 5|34=2
    > 5|34=2
    x the peer logged out
    connect
    > A|34=3|98=0|108=30
    < A|34=1|98=0|108=30
    > 5|34=4|58=MsgSeqNum too low, expecting 3 but received 1
    x MsgSeqNum too low, expecting 3 but received 1`,
  'the peer is behind, because another node was reset': `
    initiator returned
    connect
    > A|34=1|98=0|108=30
    < A|34=1|98=0|108=30
    = online
    < 8|34=2|${REPORT}
    = 8|34=2
    < 8|34=3|${REPORT}
    = 8|34=3
    < 5|34=4
    > 5|34=2
    x the peer logged out
    connect
    > A|34=3|98=0|108=30
    < A|34=3|98=0|108=30
    = online
    > 2|34=4|7=1|16=0
    < 4|34=1|43=Y|122=-9|123=Y|36=2
    < 8|34=2|43=Y|122=-9|${REPORT}
    = 8|34=2
    < 4|34=3|43=Y|122=-1|123=Y|36=4
    < 8|34=4|${REPORT}
    = 8|34=4`,
  'a refusal is told': `
    initiator password
    connect
    > A|34=1|98=0|108=30|553=desk|554=secret
    < 5|34=1|58=Can't route request
    x the provider said: Can't route request
    connect
    > A|34=2|98=0|108=30|553=desk|554=secret
    < A|34=2|98=0|108=30
    = online`,
  '1c, 1e what answers is no Logon of the peer': `
    initiator
    connect
    > A|34=1|98=0|108=30
    < 0|34=1
    x its first message is no Logon
    connect
    > A|34=2|98=0|108=30
    < A|34=1|49=XX|98=0|108=30
    x its CompIDs are not those of this session`,
  'no answer': `
    initiator
    connect
    > A|34=1|98=0|108=30
    + 9
    + 1
    x no answer to the logon in time`,
  '2b, 2e a gap': `${LOGON}
    < 8|34=3|${REPORT}
    > 2|34=2|7=2|16=0
    < 8|34=2|43=Y|122=-1|${REPORT}
    = 8|34=2
    = 8|34=3
    < 8|34=3|43=Y|122=-1|${REPORT}
    < 8|34=4|${REPORT}
    = 8|34=4`,
  '2c number too low': `${LOGON}
    < 0|34=1
    > 5|34=2|58=MsgSeqNum too low, expecting 2 but received 1
    x MsgSeqNum too low, expecting 2 but received 1`,
  '2k, 2o another party, another time': `${LOGON}
    < 0|34=2|52=+121
    > 3|34=2|45=2|372=0|373=10|58=SendingTime accuracy problem
    > 5|34=3|58=SendingTime accuracy problem
    < 5|34=3
    x SendingTime accuracy problem`,
  '4, 6 heartbeats': `${LOGON}
    + 30
    > 0|34=2
    < 1|34=2|112=X
    > 0|34=3|112=X
    + 30
    > 0|34=4
    + 6
    > 1|34=5|112=test-1
    + 29
    + 1
    > 0|34=6
    + 6
    x the peer fell silent`,
  'orders are never sent again': `
    initiator stale
    connect
    > A|34=1|98=0|108=30
    < A|34=1|98=0|108=30
    = online
    send D|${ORDER}
    > D|34=2|${ORDER}
    < 2|34=2|7=1|16=0
    > 4|34=1|43=Y|122=*|123=Y|36=3`,
  'a provider may say more than the standard knows': `${LOGON}
    < 8|34=2|${REPORT}|1000=x|41=y|9999=z
    = 8|34=2
    < W|34=3|262=1|55=EURUSD|268=2|269=0|270=1.1|1020=x|269=1|270=1.2|1020=y
    = W|34=3
    < W|34=4|262=1|55=EURUSD|268=2|269=0|270=1.1
    > 3|34=2|45=4|371=268|372=W|373=16|58=Incorrect NumInGroup count for repeating group
    < 8|34=5|${REPORT.replace('14=0', '14=x')}
    > 3|34=3|45=5|371=14|372=8|373=6|58=Incorrect data format for value
    < 8|34=6|${REPORT.replace('37=1|', '')}
    > 3|34=4|45=6|371=37|372=8|373=1|58=Required tag missing`,
}

for (const [name, script] of Object.entries(CASES)) {
  t.test(name, async (t) => {
    const { said, expected } = runScript(script)
    t.equal(said, expected)
  })
}
