import { findsPlanted } from './finds-planted.js'
import { plantedInStanding } from './planted-standing.js'

findsPlanted('margin calls and stop outs', plantedInStanding)
