import type { Script } from '#scene.ts'

export const houseMails: Script = {
  language: 'en',
  text: `
# mail-internal-list | team | mail
s: Restricted list, {month}
d: The list for this month is attached. {Two|Three} names added, one removed. Please check open orders before noon.
> attach csv
r: Checked, {nothing open|one order, pulled}.

# mail-internal-minutes | team | mail
s: Minutes of the {weekday} meeting
d: Minutes attached. Actions: {other} to chase {custodian} about the late transfers; all to finish the conduct course by {day}.
> attach txt
r: Thanks. I was also going to look at the {fee|benchmark} question, please add that.
d?: Added.

# mail-internal-audit | team | mail
s: Sample for the file review
d: The reviewers have drawn {twelve|nine} files, list attached. Please make sure that notes of calls are in the files by {weekday}, as they were made, nothing added afterwards.
> attach csv
r: Mine are complete. For two the notes are in the portal only, I have linked them.

# mail-internal-complaints | team | mail
s: Complaints in {lastquarter}
d: {Nine|Fourteen|Eleven} complaints, mostly delays with transfers. {Two|One} went further. The pattern: we do not tell people while they wait. From now on every open transfer gets a call every second day.
r: Good rule. Can the system remind us?
d?: From {nextmonth}.

# mail-internal-product | team | mail
s: {fund}: new fact sheet
d: New fact sheet attached, approved by compliance on {past}. Please delete the old one; the charges paragraph was wrong.
> attach pdf
r: Replaced. The web page still shows the old one.

# mail-internal-rota | team | mail
s: Holiday rota
d: {Rota attached|Here is the rota}. If you swap, swap in pairs.
> attach csv
r: {I took the {weekday}, happy to swap|Thank you}.
`,
}
