import t from 'tap'
import { ServerCondition } from '../../../actors/server/condition.js'
import type { KeyedText } from '../../../engine/reasons/keyed-text.js'
import { writtenLog } from '../links/feeds/given-feed.js'

function given() {
  const log = writtenLog()
  const halts: (number | null)[] = []
  const clock = { at: 5 }
  const condition = new ServerCondition(
    log,
    (since) => halts.push(since),
    () => clock.at,
  )
  const seen = () => {
    const { troubles, notes, haltReason } = condition
    return { troubles, notes, haltReason, halts: halts.splice(0), log: log.lines.splice(0) }
  }
  return { clock, condition, seen }
}

const note = (message: string): KeyedText => ({ message, reason: 'note.of_test', params: {} })

const WELL = { troubles: [], notes: [], haltReason: '', halts: [] as unknown[], log: [] }

t.test('a trouble stays until it is none any more, each part its own', async (t) => {
  const { condition, seen } = given()
  t.same(seen(), WELL)
  condition.trouble('desk', note('the desk starts again'))
  condition.trouble('links', note('the links start again'))
  condition.trouble('desk', note('the desk is away'))
  t.same(seen(), { ...WELL, troubles: ['the desk is away', 'the links start again'] })
  t.same(condition.firstTrouble, note('the desk is away'))
  condition.trouble('desk', null)
  condition.trouble('desk', null)
  t.same(seen(), { ...WELL, troubles: ['the links start again'] })
})

t.test('trading stands still for the first reason, and goes on after the last', async (t) => {
  const { clock, condition, seen } = given()
  condition.halt('disk', note('the disk is full'))
  t.equal(condition.haltedSince, 5)
  const full = { ...WELL, haltReason: 'the disk is full' }
  t.same(seen(), {
    ...full,
    troubles: ['the disk is full'],
    halts: [5],
    log: ['error trading stopped {"reason":"the disk is full"}'],
  })
  clock.at = 9
  condition.halt('clock', note('the clock jumped'))
  t.same(seen(), { ...full, troubles: ['the disk is full', 'the clock jumped'] }, 'nothing new')
  condition.halt('disk', null)
  t.same(seen(), {
    ...WELL,
    haltReason: 'the clock jumped',
    troubles: ['the clock jumped'],
    halts: [],
    log: ['error trading stopped {"reason":"the clock jumped"}'],
  })
  condition.halt('clock', null)
  t.same(seen(), {
    ...WELL,
    halts: [null],
    log: ['info trading goes on {"was":"the clock jumped"}'],
  })
  condition.halt('clock', null)
  t.same(seen(), WELL)
  t.equal(condition.haltedSince, null)
})

t.test('a note is written to the log once, and is no trouble', async (t) => {
  const { condition, seen } = given()
  condition.note('demo', note('this is a demo'))
  condition.note('demo', note('this is a demo'))
  const log = ['warn this is a demo {"part":"demo"}']
  t.same(seen(), { ...WELL, notes: ['this is a demo'], log })
  condition.note('demo', null)
  t.same(seen(), WELL)
  condition.note('demo', null)
  condition.note('demo', note('this is a demo'))
  t.same(seen(), { ...WELL, notes: ['this is a demo'], log })
})

t.test(
  'each reader of a text with a figure gets the figure of now, and the log has it once',
  async (t) => {
    const { condition, seen } = given()
    let free = 559
    const text = (): string => `${free} MiB are free`
    condition.note('disk', () => note(text()))
    condition.halt('disk', () => note(text()))
    const log = [
      'warn 559 MiB are free {"part":"disk"}',
      'error trading stopped {"reason":"559 MiB are free"}',
    ]
    const now = {
      notes: ['559 MiB are free'],
      troubles: ['559 MiB are free'],
      haltReason: '559 MiB are free',
    }
    t.same(seen(), { ...now, halts: [5], log })
    free = 481
    const later = '481 MiB are free'
    t.same(seen(), { ...WELL, notes: [later], troubles: [later], haltReason: later })
    t.same([...condition.notesByPart], [['disk', note(later)]])
  },
)
