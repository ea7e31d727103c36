/** Types for the part of the package that is used; the package has none for this build. */
declare module 'msgpackr/index-no-eval' {
  export class Packr {
    constructor(options: {
      readonly useRecords: boolean
      readonly variableMapSize: boolean
      readonly int64AsType: 'number'
      readonly skipValues: readonly unknown[]
    })
    pack(value: unknown): Uint8Array<ArrayBuffer>
    unpack(bytes: Uint8Array): unknown
  }
}
