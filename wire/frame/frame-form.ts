/** The form of a request frame, for error messages. */
export const FRAME_FORM = '{"id":1,"op":"...","args":{}}'
