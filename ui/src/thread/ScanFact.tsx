import { IconShieldX } from '@tabler/icons-react'
import { type FileScan, scanWords } from '@verbatim/contract/file-scans.ts'
import { DateTime } from '#DateTime.tsx'
import classes from './ScanFact.module.css'

/** The result of a file's scan for malware, where there is something to say. */
export function ScanFact({ scan }: { scan: FileScan }) {
  const words = scanWords(scan)
  if (!words) return
  return (
    <span className={classes.fact} data-blocked={scan.state === 'infected' || undefined}>
      {scan.state === 'infected' && <IconShieldX size={14} aria-hidden />}
      <span>
        <bdi>{words}</bdi>
        {scan.at && scan.engine && (
          <>
            {' · '}
            <bdi>{scan.engine}</bdi>, <DateTime at={scan.at} />
          </>
        )}
      </span>
    </span>
  )
}
