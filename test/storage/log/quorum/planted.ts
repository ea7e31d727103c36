import { GUARDS } from '../../../../storage/log/quorum/guards.js'
import { type Ask, isFence } from '../../../../storage/log/quorum/log-database.js'
import { ANY } from './simulated-database.js'
import type { Sabotage } from './simulated-nodes.js'

/** The guards of a quorum's log, each taken away alone; made anew for each node. */
export const PLANTED: Readonly<Record<string, () => Sabotage>> = {
  'G1: another entry is tried at a place that was tried': triesAnother,
  'G1: a fence comes behind a later one': () => ({ guards: { mayFollow: () => true } }),
  'G2: a warning is overheard': () => ({ guards: { isConfirmed: ({ rows }) => rows === 1 } }),
  'G2: no row is a confirmation': () => ({
    guards: { isConfirmed: ({ notices }) => notices === 0 },
  }),
  'G2: what is seen is taken for confirmed': seenIsConfirmed,
  'G3: an entry stands behind whatever there is': () => ({
    ask: (ask) => (ask.kind === 'append' ? { ...ask, behind: { n: ANY, epoch: ANY } } : ask),
  }),
  'G3: an entry stands behind one of any epoch': () => ({
    guards: {
      tried: (found, entry, { n }) => {
        const epoch = found.find((one) => one.n === n)?.epoch ?? ANY
        return GUARDS.tried(found, entry, { n, epoch })
      },
    },
    ask: (ask) => (ask.kind === 'append' ? { ...ask, behind: { ...ask.behind, epoch: ANY } } : ask),
  }),
  'G3: epochs rise by one': () => ({ raises: 1 }),
  'G3: a log that is ahead of the database goes on': () => ({ guards: { agrees: () => true } }),
  'G3: any entry with that number is the own newest': () => ({
    guards: { agrees: (_, found) => found !== undefined },
  }),
  'G4: the tail is read behind a fence that is not confirmed': () => ({
    answer: (ask, answer) =>
      ask.kind === 'append' && isFence(ask.entry) && answer.kind === 'lost'
        ? { kind: 'wrote', rows: 1, notices: 0, epoch: 0 }
        : answer,
  }),
  'G4: the tail is read wherever a session leads': () => ({ guards: { isOwnFence: () => true } }),
  'G4: readers take what is there': () => ({ guards: { followable: (entries) => entries } }),
  'G4: readers take a fence for a proof': () => ({
    guards: { followable: (entries) => entries.slice(0, -1) },
  }),
  'G4: a renewal names the entry that it shall confirm': namesTheNext,
  'G5: a renewal counts from its answer': () => ({ guards: { renewedSince: (_, heard) => heard } }),
  'G5: a lease holds for ever': () => ({ guards: { mayTell: (at) => at !== undefined } }),
  'G5: a lease is given to whoever asks': () => ({ faults: { leasesAreFree: true } }),
  'G5: a lease of any epoch is renewed': () => ({
    ask: (ask) => (ask.kind === 'renew' ? { ...ask, epoch: ANY } : ask),
  }),
}

function triesAnother(): Sabotage {
  let before: Ask | undefined
  return {
    ask: (ask) => {
      if (ask.kind !== 'append' || isFence(ask.entry)) return ask
      const isAgain = before?.kind === 'append' && before.entry === ask.entry
      before = ask
      return isAgain ? { ...ask, entry: { ...ask.entry, body: Buffer.from('another') } } : ask
    },
  }
}

function seenIsConfirmed(): Sabotage {
  let isSeen = false
  return {
    ask: (ask) => {
      const isMark = isSeen && ask.kind === 'renew'
      isSeen = ask.kind === 'read' && ask.limit === 2
      return isMark ? { kind: 'read', after: 0, limit: 0 } : ask
    },
    answer: (ask, answer) =>
      ask.kind === 'read' && ask.limit === 0 && answer.kind === 'entries'
        ? { kind: 'wrote', rows: 1, notices: 0, epoch: 0 }
        : answer,
  }
}

function namesTheNext(): Sabotage {
  let isSeen = false
  return {
    ask: (ask) => {
      const isMark = isSeen
      isSeen = ask.kind === 'read' && ask.limit === 2
      return isMark && ask.kind === 'renew' ? { ...ask, confirmedN: ask.confirmedN + 1 } : ask
    },
  }
}
