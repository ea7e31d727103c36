import t from 'tap'
import { ServerCondition } from '../../../actors/server/condition.js'
import { writtenLog } from '../links/feeds/given-feed.js'

function given() {
  const log = writtenLog()
  const halts: string[] = []
  const condition = new ServerCondition(log, (reason) => halts.push(reason))
  const seen = () => {
    const { troubles, notes, haltReason } = condition
    return { troubles, notes, haltReason, halts: halts.splice(0), log: log.lines.splice(0) }
  }
  return { condition, seen }
}

const WELL = { troubles: [], notes: [], haltReason: '', halts: [], log: [] }

t.test('a trouble stays until it is none any more, each part its own', async (t) => {
  const { condition, seen } = given()
  t.same(seen(), WELL)
  condition.trouble('desk', 'the desk starts again')
  condition.trouble('links', 'the links start again')
  condition.trouble('desk', 'the desk is away')
  t.same(seen(), { ...WELL, troubles: ['the desk is away', 'the links start again'] })
  condition.trouble('desk', '')
  condition.trouble('desk', '')
  t.same(seen(), { ...WELL, troubles: ['the links start again'] })
})

t.test('trading stands still for the first reason, and goes on after the last', async (t) => {
  const { condition, seen } = given()
  condition.halt('disk', 'the disk is full')
  const full = { ...WELL, haltReason: 'the disk is full' }
  t.same(seen(), {
    ...full,
    troubles: ['the disk is full'],
    halts: ['the disk is full'],
    log: ['error trading stopped {"reason":"the disk is full"}'],
  })
  condition.halt('clock', 'the clock jumped')
  t.same(seen(), { ...full, troubles: ['the disk is full', 'the clock jumped'] }, 'nothing new')
  condition.halt('disk', '')
  t.same(seen(), {
    ...WELL,
    haltReason: 'the clock jumped',
    troubles: ['the clock jumped'],
    halts: ['the clock jumped'],
    log: ['error trading stopped {"reason":"the clock jumped"}'],
  })
  condition.halt('clock', '')
  t.same(seen(), {
    ...WELL,
    halts: [''],
    log: ['info trading goes on {"was":"the clock jumped"}'],
  })
  condition.halt('clock', '')
  t.same(seen(), WELL)
})

t.test('a note is written to the log once, and is no trouble', async (t) => {
  const { condition, seen } = given()
  condition.note('demo', 'this is a demo')
  condition.note('demo', 'this is a demo')
  const log = ['warn this is a demo {"part":"demo"}']
  t.same(seen(), { ...WELL, notes: ['this is a demo'], log })
  condition.note('demo', '')
  t.same(seen(), WELL)
  condition.note('demo', '')
  condition.note('demo', 'this is a demo')
  t.same(seen(), { ...WELL, notes: ['this is a demo'], log })
})
