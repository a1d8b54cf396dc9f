import classes from './Nobody.module.css'

/** In a column of people, what has no person: an empty circle in place of a face, and its name. */
export const Nobody = ({ name }: { name: string }) => <span className={classes.nobody}>{name}</span>
