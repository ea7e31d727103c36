import type { FrontRoute } from '../route.js'
import { catalogRoute } from './catalog.js'
import { deleteRoute } from './delete.js'
import { exportRoute, listExportRoute } from './export.js'
import { importRoute, listImportRoute, previewRoute } from './import.js'

/** Routes to export and import settings between servers. */
export const adminTransferRoutes: readonly FrontRoute[] = [
  listExportRoute,
  listImportRoute,
  catalogRoute,
  deleteRoute,
  exportRoute,
  importRoute,
  previewRoute,
]
