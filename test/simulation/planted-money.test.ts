import { findsPlanted } from './finds-planted.js'
import { plantedInMoney } from './planted-money.js'

findsPlanted('the money of trades', plantedInMoney)
