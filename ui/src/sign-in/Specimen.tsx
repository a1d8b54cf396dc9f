import classes from './Specimen.module.css'

/**
 * What Verbatim does, as a drawing: an invented exchange, the evidence in it, and the event that it raises. It is made of
 * plain elements, so that the sign-in page needs nothing of the screens behind it.
 */
export function Specimen() {
  return (
    <aside className={classes.panel} aria-label="About Verbatim">
      <div className={classes.words}>
        <p className={classes.headline}>
          Every conversation, <span className={classes.line}>word for word.</span>
        </p>
        <p className={classes.text}>
          Verbatim keeps what is said on every channel, and marks the words that a policy names.
        </p>
      </div>
      <div className={classes.thread} aria-hidden>
        <div className={classes.theirs}>
          <span className={classes.who}>Client</span>
          <p className={classes.bubble}>
            Can we still get in before the announcement? <span className={classes.time}>09:41</span>
          </p>
        </div>
        <div className={classes.ours}>
          <span className={classes.who}>Adviser</span>
          <p className={classes.bubble}>
            Buy today, the numbers are <span className={classes.evidence}>not public yet</span>.{' '}
            <span className={classes.time}>09:42</span>
          </p>
          <div className={classes.event}>
            <span className={classes.level}>
              <svg width="14" height="14" viewBox="0 0 24 24">
                <path d="m6 15 6-6 6 6" />
              </svg>
              High
            </span>
            <strong>Inside information</strong>
            <span className={classes.found}>“not public yet”</span>
          </div>
        </div>
      </div>
    </aside>
  )
}
