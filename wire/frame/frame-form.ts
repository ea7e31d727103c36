/** The format of a request frame. */
export const FRAME_FORM = '{"id":1,"op":"...","args":{}}'
