export { lazy, lazyButSoon } from '../look/lazy.js'
