/**
 * The integers with which the engine computes. All are exact: a `number` below 2^53, or a `bigint`
 * if a product or sum may exceed that.
 */

/** The number of a trading account or staff user. */
export type Login = number
/** An amount of money in minor units of a currency (cents for USD). */
export type Minor = number
/** A price in points of its symbol (10^-digits). */
export type PricePts = number
/** A volume in units of 1e-8 lot. */
export type VolumeUnits = number
/** A time in milliseconds since 1970 UTC. */
export type UnixMs = number
/** A decimal setting (contract size, tick value) scaled by 1e8. */
export type Fixed8 = bigint
/** A currency conversion rate scaled by 1e12. */
export type Rate = bigint

/** +1 buys, -1 sells. */
export type Side = 1 | -1

export const VOLUME_DIGITS = 8
export const VOLUME_SCALE = 100_000_000
export const FIXED8_DIGITS = 8
export const FIXED8_ONE: Fixed8 = 100_000_000n
/** Decimals of a tick size and of a tick value, as many as prices may have. */
export const TICK_DIGITS = 10
export const RATE_DIGITS = 12
export const RATE_ONE: Rate = 1_000_000_000_000n

/** The number of decimals of money that belongs to no group. */
export const MONEY_DIGITS_DEFAULT = 2
