export { lazy } from '../look/lazy.js'
