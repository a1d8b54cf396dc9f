import type { Script } from '#scene.ts'

export const family: Script = {
  language: 'en',
  text: `
# family-review-date | family
r: {Both free|Does everyone have time} on {weekday} at {time} for the {lastquarter} review?
c: I am. {{partner}?|Over to {partner}}
p: {After four only|If we can do it by video}.
r: {Four thirty then|Video it is}.
c: 👍

# family-house | family
c: {We saw a house|So, the house on the hill}… asking {big}.
p: {HE saw a house|It needs a roof, a kitchen and a miracle}.
r: {What would you have to spend on it|Roughly, with the work}?
p: {Another {amount} at least|Don’t ask}.
c: {Less than that|She exaggerates}.
r: It’s possible without touching the pension. {I’d keep {amount} in reserve for surprises|Old houses have opinions about budgets}.
p: {See|That’s what I said}.

# family-gift | family
p: We’d like to give each of the children the same. {They count|They compare}.
c: {amount} each?
r: {Doable|Yes}, from the general account. I’d date both the same day.
p: And the {grandchildren|little ones}?
r: Their accounts take {small} a year each.
c: {Let’s do that too|Then do both}.

# family-travel | family
c: We’re {off|away} for six weeks from {day}. {partner} wants to know if the cards will work in {city}.
p: {{client} wants to know, I already asked the bank|And who waters the plants}.
r: Cards yes. I’ll hold the post and pay what comes on the 1st.
p: {You’re an angel|Thank you}

# family-disagree | family | hit=unusual-payments:false
p: I’d rather {pay off the mortgage|have more in cash}. {client} wants shares. Help.
c: {It’s true|Guilty}.
r: {Happens in the best families|Let me be the referee}. Half and half costs you little either way, and nobody has to be right.
p: {I can live with half|Half}.
c: {Diplomat|Half then}.

# family-market | family | end
c: {Are we OK|How bad is it} today?
p: He’s been {looking at it|refreshing} since {six|breakfast}.
r: You’re fine. Down {pct} this week, up over the year. Hide his phone?
p: {Gladly|Already in the bread bin} 😄
> react 😂

# family-docs | family
r: I need one signature from each of you, {same document|page 3}.
c: Done.
p: {It says I’m not me|Mine says already signed}.
r: {Use the link in the second mail|Try the link sent to YOUR address} 🙂
p: {Ah|That would explain it}. Done.

# family-school | family
p: The {school} letter says {amount} by {day}.
r: I’ve seen it, it goes out on {weekday}.
c: {What would we do without you|You saw it before we did}.
r?: {It’s in my calendar every term|Every September the same}.

# family-budget | family
c: Update from the {kitchen|bathroom}: over budget by {small}.
p: {By {amount}. He forgot the tiles|The tiles are not optional}.
r: {Tiles are never optional|I’d expected that}. There’s {amount} left in the reserve.
p: {Then no one tells the builder|Perfect}.
`,
}
