import type { Registry } from 'prom-client'
import type { Uploads } from '../../actors/files/uploads.js'
import type { JobRunner } from '../../actors/jobs/job-runner.js'
import type { ResultReaders } from '../../actors/jobs/result-reader.js'
import { gaugesOf } from './gauges.js'

export interface JobParts {
  readonly jobs: JobRunner
  readonly results: ResultReaders
  readonly uploads: Uploads
}

export function jobMetrics(registry: Registry, { jobs, results, uploads }: JobParts): void {
  const gauge = gaugesOf(registry)
  gauge('jobs_open', 'Jobs that wait or run', () => jobs.figures.open)
  gauge('job_slices', 'Slices of jobs carried out since the start', () => jobs.slices)
  gauge('job_result_bytes', 'Bytes of results that are kept', () => jobs.figures.resultBytes)
  gauge('job_results_read', 'Results that are on their way to clients', () => results.open)
  gauge('uploads_open', 'Files that clients are uploading', () => uploads.open)
}
