/** What a frame of a live socket looks like. */
export const FRAME_FORM = '{"id":1,"op":"...","args":{}}'
