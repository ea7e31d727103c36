import { findsPlanted } from './finds-planted.js'
import { plantedInDays } from './planted-days.js'

findsPlanted('the ends of days', plantedInDays)
