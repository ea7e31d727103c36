import t from 'tap'
import { FIX_FRAME_LIMITS, FixFrameReader } from '../../../wire/fix/codec/frame-reader.js'
import { FIX_FIELDS_MAX, FixMessage, readFixMessage } from '../../../wire/fix/codec/message.js'
import { fieldsText, frameText, textValue } from '../../../wire/fix/codec/write.js'
import { groupMembers, isStandardType } from '../../../wire/fix/dictionary/dictionary.js'
import { fixTime, fixTimeText } from '../../../wire/fix/dictionary/time.js'
import { faultOf } from '../../../wire/fix/session/field-check.js'

const bytes = (text: string): Buffer => Buffer.from(text.replaceAll('|', '\u0001'), 'latin1')
const framed = (fields: string): string => frameText(fields.replaceAll('|', '\u0001'))
const HEAD = '34=2|49=LP|56=OF|52=20260105-09:00:00.000|'

/** Frames that come out of these chunks, and the reader. */
function readAll(chunks: readonly (string | Buffer)[], limits = FIX_FRAME_LIMITS) {
  const reader = new FixFrameReader(limits)
  const frames: string[] = []
  for (const chunk of chunks) {
    reader.push(typeof chunk === 'string' ? bytes(chunk) : chunk)
    for (let frame = reader.next(); frame !== undefined; frame = reader.next()) {
      frames.push(frame.toString('latin1'))
    }
  }
  return { reader, frames }
}

function message(fields: string): FixMessage {
  const read = readFixMessage(Buffer.from(framed(fields), 'latin1'))
  if (!(read instanceof FixMessage)) throw new Error(read)
  return read
}

t.test('frames come out whole, however the bytes were cut', async (t) => {
  const sent = [1, 2, 3].map((n) => framed(`35=1|${HEAD}112=${'x'.repeat(n * 7)}|`))
  const all = Buffer.from(sent.join(''), 'latin1')
  for (let cut = 0; cut <= all.length; cut++) {
    t.same(readAll([all.subarray(0, cut), all.subarray(cut)]).frames, sent)
  }
  const single = readAll([...all].map((byte) => Buffer.of(byte)))
  t.same(single.frames, sent)
  t.equal(single.reader.garbled, 0)
  t.equal(single.reader.heldBytes, 0)
})

t.test('a known message has the known sum', async (t) => {
  t.equal(
    framed('35=0|49=A|56=B|34=1|52=20000101-00:00:00|').replaceAll('\u0001', '|'),
    '8=FIX.4.4|9=41|35=0|49=A|56=B|34=1|52=20000101-00:00:00|10=106|',
  )
})

t.test('bad frames are passed over, and the good one after them is read', async (t) => {
  const good = framed(`35=0|${HEAD}`)
  const bad = [
    'junk',
    good.replace('35=0', '36=0'),
    good.replace(/10=\d+/, '10=abc'),
    good.replace('8=FIX.4.4', '8=FIX.4.4|8=FIX'),
    good.replace(/9=\d+/, '9=1'),
    good.replace(/9=\d+/, '9=x'),
    good.replace(/9=\d+/, '9='),
    good.replace(/9=\d+/, '9=99999999'),
    good.replace(/9=\d+/, '9=0'),
    good.slice(1),
    good.slice(0, -1),
    good.slice(0, 30),
    '8=',
    '8=FIX.4.4|9=5|',
  ]
  for (const one of bad) {
    const { frames, reader } = readAll([one, good, good])
    t.ok(frames.length >= 1 && frames.every((frame) => frame === good), JSON.stringify(one))
    t.ok(reader.garbled >= 1, JSON.stringify(one))
    t.equal(reader.fault, '')
  }
})

t.test('ten garbled in a row, one more is a fault', async (t) => {
  const bad = framed(`35=0|${HEAD}`).replace('35=0', '35=1')
  const good = framed(`35=0|${HEAD}`)
  t.equal(readAll([bad.repeat(10)]).reader.fault, '')
  t.equal(readAll([bad.repeat(10), good, bad.repeat(10)]).reader.fault, '')
  const { reader } = readAll([bad.repeat(11)])
  t.equal(reader.fault, 'too many garbled messages in a row')
  reader.push(bytes(good))
  t.equal(reader.next(), undefined)
  t.equal(reader.heldBytes, 0)
})

t.test('bytes without any frame are a fault when they are more than a frame may be', async (t) => {
  const limits = { messageBytesMax: 1_000, garbledMax: 10 }
  t.equal(readAll([Buffer.alloc(1_000, 65)], limits).reader.fault, '')
  const { reader } = readAll([Buffer.alloc(700, 65), Buffer.alloc(700, 65)], limits)
  t.equal(reader.fault, 'it sends what is not FIX')
})

t.test('a frame of the largest size is read, one byte more is garbled', async (t) => {
  const of = (bodyLength: number): string => {
    const field = `35=1\u0001112=`
    return frameText(`${field}${'x'.repeat(bodyLength - field.length - 1)}\u0001`)
  }
  const limits = { messageBytesMax: 500, garbledMax: 10 }
  const size = 500 - of(400).length + 400
  t.equal(of(size).length, 500)
  t.equal(readAll([of(size)], limits).frames.length, 1)
  t.equal(readAll([of(size + 1)], limits).reader.garbled, 1)
})

t.test('it holds no more than one frame, whatever is claimed', async (t) => {
  const limits = { messageBytesMax: 5_000, garbledMax: 1_000 }
  const reader = new FixFrameReader(limits)
  for (let i = 0; i < 200; i++) {
    reader.push(bytes(`8=FIX.4.4|9=4900|35=0|${'x'.repeat(100)}`))
    while (reader.next() !== undefined);
    t.ok(reader.heldBytes <= 5_200)
  }
})

t.test('a field of bytes may hold the separator and what looks like a trailer', async (t) => {
  const data = 'a\u00018=FIX.4.4\u000110=000\u0001b'
  const text = frameText(
    `35=A\u000134=1\u000195=${data.length}\u0001${fieldsText([[96, data]])}108=30\u0001`,
  )
  const { frames } = readAll([text])
  t.equal(frames.length, 1)
  const read = readFixMessage(Buffer.from(text, 'latin1')) as FixMessage
  t.equal(read.value(96), data)
  t.equal(read.value(108), '30')
})

t.test('a length of bytes that does not fit is a fault of that field', async (t) => {
  for (const length of ['3', '5', '9999', 'x', '']) {
    const read = message(`35=B|${HEAD}148=h|33=1|58=t|354=${length}|355=abcd|`)
    t.same(faultOf(read, 'strict'), {
      reason: 6,
      tag: '355',
      text: 'Incorrect data format for value',
    })
  }
  t.equal(faultOf(message(`35=B|${HEAD}148=h|33=1|58=t|354=4|355=abcd|`), 'strict'), undefined)
})

t.test('what is no field makes a message garbled', async (t) => {
  const read = (fields: string) => readFixMessage(Buffer.from(framed(fields), 'latin1'))
  for (const field of ['abc', '=5', '5', 'a=5', '5x=1', '--1=2']) {
    t.equal(read(`35=0|${HEAD}${field}|`), 'garbled', field)
  }
  t.equal(read(`35=0|${'58=x|'.repeat(FIX_FIELDS_MAX)}`), 'too_many_fields')
  t.ok(read(`35=0|${'58=x|'.repeat(FIX_FIELDS_MAX - 1)}`) instanceof FixMessage)
})

t.test('entries of groups, with groups in them', async (t) => {
  const read = message(
    `35=W|${HEAD}55=EURUSD|268=3|269=0|270=1.1|271=5|6001=own|269=1|270=1.2|269=2|270=1.15|58=x|`,
  )
  const entries = read.entries(268, groupMembers('W', 268))
  t.same(
    entries.map((entry) => [entry.value(269), entry.value(270), entry.value(271)]),
    [
      ['0', '1.1', '5'],
      ['1', '1.2', undefined],
      ['2', '1.15', undefined],
    ],
  )
  t.same(message(`35=W|${HEAD}55=E|268=0|`).entries(268, groupMembers('W', 268)), [])
  const parties = message(`35=8|${HEAD}453=2|448=a|802=2|523=x|523=y|448=b|447=D|37=1|`)
  t.same(
    parties.entries(453, groupMembers('8', 453)).map((entry) => [entry.text(448), entry.to]),
    [
      ['a', 10],
      ['b', 12],
    ],
  )
})

t.test('a group has as many entries as are read, one more is refused', async (t) => {
  const of = (count: number): FixMessage =>
    message(`35=x|${HEAD}320=1|559=4|711=${count}|${'311=A|'.repeat(count)}`)
  t.equal(faultOf(of(4_096), 'strict'), undefined)
  t.match(faultOf(of(4_097), 'strict'), { reason: 5, tag: '711' })
})

t.test('times are days that are there', async (t) => {
  t.equal(fixTime('20240229-23:59:60.123456789'), Date.UTC(2024, 2, 1, 0, 0, 0, 123))
  t.equal(fixTimeText(Date.UTC(2026, 10, 21, 9, 8, 7, 6)), '20261121-09:08:07.006')
  for (const wrong of ['20230229-00:00:00', '20230101-24:00:00', '20230101', '20230101-00:60:00']) {
    t.equal(fixTime(wrong), undefined, wrong)
  }
})

t.test('text from elsewhere is one line of single bytes', async (t) => {
  t.equal(textValue('a\u0001b\nc€é'), 'a?b?c?é')
  t.equal(textValue(''), '?')
  t.equal(textValue('x'.repeat(300)).length, 255)
  t.throws(() => fieldsText([[58, 'a\u0001b']]))
})

t.test('the standard has more types than are spoken', async (t) => {
  t.ok(isStandardType('BH'))
  t.notOk(isStandardType('BI'))
})
