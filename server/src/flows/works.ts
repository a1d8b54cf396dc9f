import { writeDueFunctions } from '#platform/work/due-functions.ts'
import { digestWorks } from './capture/work.ts'
import { exportWork } from './exports/work.ts'
import { importWork } from './imports/work.ts'
import { mailWork } from './mail/work.ts'
import { mediaWork } from './media/work.ts'
import { notificationWork } from './notify/work.ts'
import { readingWork } from './reading/work.ts'

/** Every kind of work that waits for a worker. */
export const works = [
  ...digestWorks,
  mediaWork,
  readingWork,
  exportWork,
  importWork,
  notificationWork,
  mailWork,
]

/** What `schema/functions/due-work.sql` holds. */
export const dueFunctions = () => writeDueFunctions(works.map(({ rows }) => rows))
