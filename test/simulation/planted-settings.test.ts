import { findsPlanted } from './finds-planted.js'
import { plantedInSettings } from './planted-settings.js'

findsPlanted('limits and access', plantedInSettings)
