import { archiveOutageWork, archiveTaskWork, archiveWork } from './archive/work.ts'
import { ingestWorks, missingWork } from './capture/work.ts'
import { connectionWork } from './connect/work.ts'
import { canaryWork, checkWork, gapWork } from './gaps/work.ts'
import { exportWork } from './exports/work.ts'
import { importWork } from './imports/work.ts'
import { mailWork } from './mail/work.ts'
import { mediaWork } from './media/work.ts'
import { metricCheckWork } from './metric-checks/work.ts'
import { metricAlertWork } from './metric-alerts/work.ts'
import { notificationWork } from './notify/work.ts'
import { openingWork } from './openings/work.ts'
import { precedentWork } from './precedents/work.ts'
import { figuresWork } from './rebuild/work.ts'
import { reconcileWork } from './reconcile/work.ts'
import { reportCopyWork, reportScheduleWork } from './reports/work.ts'
import { offChannelWork, promiseWork } from './remarks/work.ts'
import { readingWork } from './reading/work.ts'
import { rosterWork } from './rosters/work.ts'
import { scanningWork } from './scanning/work.ts'
import { themeMoveWork } from './themes/move.ts'
import { themesWork } from './themes/work.ts'

/**
 * Every kind of work that waits for a worker. The dependencies of a turn are loaded where it runs, because the schema is generated
 * from this list too.
 */
export const works = [
  ...ingestWorks,
  missingWork,
  mediaWork,
  rosterWork,
  connectionWork,
  reconcileWork,
  readingWork,
  scanningWork,
  exportWork,
  importWork,
  notificationWork,
  gapWork,
  checkWork,
  canaryWork,
  metricAlertWork,
  metricCheckWork,
  reportScheduleWork,
  reportCopyWork,
  mailWork,
  archiveWork,
  archiveTaskWork,
  archiveOutageWork,
  themesWork,
  themeMoveWork,
  openingWork,
  precedentWork,
  promiseWork,
  figuresWork,
  offChannelWork,
]
