/** Room for twenty thousand ids of added people, and as many of removed people. */
export const peopleBytes = 4 * 1024 * 1024
