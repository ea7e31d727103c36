import { findsPlanted } from './finds-planted.js'
import { plantedInOrders } from './planted-orders.js'

findsPlanted('orders and stops', plantedInOrders)
