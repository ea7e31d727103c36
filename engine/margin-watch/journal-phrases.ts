/**
 * The phrases by which a journal line reports a margin event. Sums and reports find stored lines by
 * these phrases.
 */
export const MARGIN_PHRASES = {
  callEntered: 'margin call entered',
  callLeft: 'margin call left',
  stopOut: 'stop out of',
  compensates: ' compensates ',
} as const
