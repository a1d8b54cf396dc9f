import { IconUpload } from '@tabler/icons-react'
import { type DragEvent, useId, useState } from 'react'
import classes from './FileDrop.module.css'

interface FileDropProps {
  /** What to drop: "Drop a CSV of phrases here, or choose one". */
  label: string
  /** The limits, shown beforehand: "CSV, at most 5 MB and 10,000 rows". */
  hint: string
  /** As in `<input accept>`; the server refuses a wrong file, with the product's text. */
  accept: string
  multiple?: boolean
  /** Why the last file was refused. */
  error?: string | undefined
  disabled?: boolean
  onFiles: (files: readonly File[]) => void
}

/** A drop zone for files, which can also be pasted into the system's dialog or chosen with the keyboard. */
export function FileDrop({ label, hint, accept, multiple, error, disabled, onFiles }: FileDropProps) {
  const id = useId()
  const [over, setOver] = useState(false)
  const drag = (inside: boolean) => (event: DragEvent) => {
    event.preventDefault()
    setOver(inside && !disabled)
  }
  return (
    <div>
      <label
        htmlFor={id}
        className={classes.drop}
        data-over={over || undefined}
        data-error={error !== undefined || undefined}
        onDragOver={drag(true)}
        onDragLeave={drag(false)}
        onDrop={(event) => {
          drag(false)(event)
          const files = [...event.dataTransfer.files]
          if (!disabled && files.length > 0) onFiles(multiple ? files : files.slice(0, 1))
        }}
      >
        <IconUpload size={20} stroke={1.5} aria-hidden />
        <span>{label}</span>
        <span className={classes.hint} id={`${id}-hint`}>
          {hint}
        </span>
        <input
          id={id}
          type="file"
          data-autofocus
          className={classes.input}
          accept={accept}
          multiple={multiple}
          disabled={disabled}
          aria-describedby={error === undefined ? `${id}-hint` : `${id}-hint ${id}-error`}
          onChange={(event) => {
            const files = [...(event.currentTarget.files ?? [])]
            event.currentTarget.value = ''
            if (files.length > 0) onFiles(files)
          }}
        />
      </label>
      {error !== undefined && (
        <p className={classes.error} id={`${id}-error`} role="alert">
          {error}
        </p>
      )}
    </div>
  )
}
