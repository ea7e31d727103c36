/** How a margin line of the journal says what happened. Sums and reports find stored lines by these phrases. */
export const MARGIN_PHRASES = {
  callEntered: 'margin call entered',
  callLeft: 'margin call left',
  stopOut: 'stop out of',
  compensates: ' compensates ',
} as const
