import { archiveOutageWork, archiveTaskWork, archiveWork } from './archive/work.ts'
import { ingestWorks, missingWork } from './capture/work.ts'
import { connectionWork } from './connect/work.ts'
import { canaryWork, checkWork, gapWork } from './watch-accounts/work.ts'
import { exportWork } from './make-exports/work.ts'
import { importWork } from './run-imports/work.ts'
import { mailWork } from './send-mail/work.ts'
import { mediaWork } from './fetch-media/work.ts'
import { metricCheckWork } from './check-metrics/work.ts'
import { metricAlertWork } from './check-alerts/work.ts'
import { notificationWork } from './notify/work.ts'
import { openingWork } from './find-openings/work.ts'
import { precedentWork } from './compare-precedents/work.ts'
import { figuresWork } from './rebuild/work.ts'
import { reconcileWork } from './reconcile/work.ts'
import { reportCopyWork, reportScheduleWork } from './make-reports/work.ts'
import { offChannelWork, promiseWork } from './find-remarks/work.ts'
import { readingWork } from './read-attachments/work.ts'
import { rosterWork } from './ask-rosters/work.ts'
import { scanningWork } from './scan-files/work.ts'
import { themeMoveWork } from './revise-themes/move.ts'
import { themesWork } from './revise-themes/work.ts'

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
