import type { FieldWords } from './field-words.js'
import { tradeWindowFields } from './trade-windows.js'

/** Fields of `orders`. */
export const ordersFields: FieldWords = {
  ...tradeWindowFields,
  'params.id': {
    en: ['Client order id', 'The `client_order_id` under which the order was sent.'],
    de: ['Client-Order-ID', 'Die `client_order_id`, unter der die Order geschickt wurde.'],
  },
  by: {
    en: [
      'By',
      'Login that the order goes back to: the account’s own or that of staff; null where the server placed it by itself.',
    ],
    de: [
      'Von',
      'Login, auf den die Order zurückgeht: das Konto selbst oder ein Mitarbeiter; null, wenn der Server sie selbst erteilte.',
    ],
  },
  gateway: {
    en: [
      'Gateway',
      'Name of the gateway by which the order was at a provider; null where it was done here.',
    ],
    de: [
      'Gateway',
      'Name des Gateways, über das die Order beim Anbieter war; null, wo sie hier erledigt wurde.',
    ],
  },
  gateway_id: {
    en: [
      'Gateway id',
      'Id of the gateway by which the order was at a provider; null where it was done here.',
    ],
    de: [
      'Gateway-Id',
      'Id des Gateways, über das die Order beim Anbieter war; null, wo sie hier erledigt wurde.',
    ],
  },
  kind: {
    en: [
      'Kind',
      'Kind of the order; a stop limit becomes a limit once it was triggered, and within the origin it is who asked for the order.',
    ],
    de: [
      'Art',
      'Art der Order; ein Stop-Limit wird nach dem Auslösen zum Limit, und in der Herkunft ist es, wer die Order veranlasst hat.',
    ],
  },
  order: {
    en: ['Order', 'Order as the request left it; null where it made none.'],
    de: ['Order', 'Order, wie der Auftrag sie hinterließ; null, wenn keine entstand.'],
  },
  price_current: {
    en: [
      'Current price',
      'Price at which an order of its side would fill now; null while there is none, or trading does not answer.',
    ],
    de: [
      'Aktueller Preis',
      'Preis, zu dem eine Order dieser Seite jetzt ausgeführt würde; null, solange es keinen gibt oder der Handel nicht antwortet.',
    ],
  },
  stop_loss: {
    en: [
      'Stop loss',
      'Stop loss that the position which the order opens is to have; null is none.',
    ],
    de: [
      'Stop-Loss',
      'Stop-Loss, den die von der Order eröffnete Position haben soll; null heißt keiner.',
    ],
  },
  take_profit: {
    en: [
      'Take profit',
      'Take profit that the position which the order opens is to have; null is none.',
    ],
    de: [
      'Take-Profit',
      'Take-Profit, den die von der Order eröffnete Position haben soll; null heißt keiner.',
    ],
  },
}
