import { IconUsers } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Breakable } from './Breakable.tsx'
import classes from './Face.module.css'
import { faceColorOf } from './face-hue.ts'
import { initialsOf } from './initials.ts'
import { readable } from './readable.ts'

export interface FaceProps {
  name: string
  /** 20, 28, 40 or 72 px. */
  size?: 'tiny' | 'small' | 'medium' | 'large'
  /** Several people share it. */
  isGroup?: boolean
  /** It is no person: a grey tile. */
  isThing?: boolean
  /** The person's own picture, in place of the initials. */
  picture?: ReactNode
}

const iconPx = { tiny: 12, small: 16, medium: 18, large: 28 }

/** A person or a thing by initials, a person in a colour that is the same on every screen. The name itself is beside it. */
export function Face({ name, size = 'small', isGroup, isThing, picture }: FaceProps) {
  const { hue, isDeep } = faceColorOf(name)
  return (
    <span
      className={classes.face}
      data-size={size}
      data-hue={isThing ? 'none' : hue}
      data-deep={(!isThing && isDeep) || undefined}
      aria-hidden
    >
      {picture ?? (isGroup ? <IconUsers size={iconPx[size]} stroke={1.75} /> : initialsOf(name))}
    </span>
  )
}

interface NamedFaceProps extends FaceProps {
  /** Below the name, such as an e-mail address. */
  detail?: string | undefined
  /** Cut at its end, as a row of a list needs it. */
  oneLine?: boolean
}

/** A face with the name beside it; hovering a name that is cut shows it whole. */
export function NamedFace({ detail, oneLine, ...face }: NamedFaceProps) {
  return (
    <span className={classes.named} data-one-line={oneLine || undefined}>
      <Face {...face} />
      <span className={classes.words}>
        <bdi className={classes.name} title={oneLine ? face.name : undefined}>
          <Breakable text={face.isThing ? face.name : readable(face.name)} />
        </bdi>
        {detail && (
          <bdi className={classes.detail} title={oneLine ? detail : undefined}>
            <Breakable text={detail} />
          </bdi>
        )}
      </span>
    </span>
  )
}
