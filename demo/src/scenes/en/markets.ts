import type { Script } from '#scene.ts'

export const markets: Script = {
  language: 'en',
  text: `
# market-ask-rates | market
c: {What do the new rates mean|So rates stay where they are. What does it mean} for my bonds?
r: {Not much today|Little}: most of it was {expected|in the price}. Your bonds are short, so they hardly {move|notice}.
c: And if they cut in {nextmonth}?
r: Then the cash earns less and the bonds gain a bit. You’re on both sides of it.
c?: {Good, I like both sides|So we do nothing. Good}.

# market-ask-company | market
c: {Any opinion on {company}|What’s the story with {company}}? It {fell|jumped} {pct} this morning.
r: {Results were {a touch below|better than} forecast|They changed their guidance}. We hold a little through {fund}.
c: {Buy more|Time to sell}?
r: I wouldn’t act on one morning. The analysts here meet on {weekday}, I’ll tell you what they say.
> wait 1d
r: As promised: they stay at hold. Long note, short answer.

# market-gold | market
c: Everybody talks about gold. {Should we have some|Do we own any}?
r: {share} of the real assets, through {fund}. It did its job this year.
c: More?
r: {I’d leave it|It pays no income, so I’d keep it as a pinch of salt}.
c: {Pinch of salt noted|Fine}.

# market-election | market
c: {Should we be nervous about the election|Election coming. Do we hide}?
r: Portfolios that {hid before elections|waited on the sidelines} mostly missed the recovery after. I’d {sit still|stay as we are}.
c: {Even if it goes the wrong way|Whatever happens}?
r: {Especially then|Even then}. The plan assumes some bad headlines.

# market-sector | market
c: How much {sector} do I have?
r: About {share}, mostly through {fund}.
c: Feels {a lot|high}.
r: It’s {close to|just under} the market’s own weight. If it bothers you we can cap it.
c: {Cap it at {share}|Leave it, I just wanted to know}.

# market-house-view | market
r: Our {month} outlook is out. In one line: {slower growth, lower rates, no drama|still growing, a bit expensive, stay spread}.
> attach chart
c: {That’s the kind of length I read|My favourite length}. {Any changes for me|So what do I do}?
r: {Nothing for you|A nudge towards {sector}, inside the funds. You won’t notice}.

# market-inflation | market
c: Is my portfolio keeping up with {inflation|prices}? {The weekly shop isn’t|My heating bill says otherwise}.
r: Over {five|three} years yes, by {pct} in total. Over the last one, {just|barely}.
c: {Barely|OK}.
r: That’s why I’d rather not hold more cash than you need.

# market-ipo | market
c: Can we get {into the flotation of {company}|shares in the {company} listing}?
r: {Only through the public offer|Retail gets what’s left, to be frank}. And the price range looks {full|rich}.
c: So you {wouldn’t|advise against}?
r: I’d wait for {two sets of results|a year of figures}. If it’s good then it will still be good.
c: {Patience, patience|You’re no fun}. OK.

# market-news | market
c: {Did you see the papers|Have you read this morning’s headlines} about {sector}? 
r: I did. {A loud headline for a small thing|It’s a real issue but a slow one}: your exposure is {smallpct}.
c: Right, {back to the crossword|I’ll put the paper down}.

# market-bonds-education | market
c: Explain again why bond prices fall when rates go up? {I nod in meetings but I’ve lost it|{partner} asked me and I couldn’t}.
r: Your old bond pays 2. New ones pay 4. Nobody gives you full price for the 2. That’s {all|the whole secret}.
c: {Oh! That’s all|Finally}. You should teach.

# market-dividend | market
c: {company} cut its dividend. {Bad sign|Should I worry}?
r: It {saves cash for the new plant|had been too high for years}. I’d watch the debt rather than the dividend.
c: And we hold?
r: We hold, {units} shares, small beer for you.

# market-ai | market
c: {My son|Everyone at dinner} says I’m mad not to own more {technology|AI shares}.
r: You own {share} already, without having asked for it, because indices do.
c: {Really|Huh}. That I can tell him.
r: And {Pellworm|the chip makers} alone are {pct} of the world fund.

# drop-what-happened | drop
c: What on earth is {happening|going on} today? {portal} is all red.
r: Markets are down {pct}: {bad jobs figures and a lot of nerves|a big fund is selling and everybody else is guessing}. Your portfolio is down about half that.
c: {Should I sell|Do we get out}?
r: I wouldn’t. You have {three|two} years of spending in cash and short bonds, you don’t need to sell anything {now|here}.
c: {OK. Deep breath|Right. I’ll stop refreshing}.
r?: {Call me any time today|I’m here all evening}.

# drop-call-me | drop
c: Please {call|ring} me. I don’t {like|want to watch} this.
r: {Five minutes|Finishing one call, then you}.
> wait 20m
r: {Thanks for talking|Good to talk}. As agreed: no changes today, we look again on {weekday} with {calm|fresh} eyes.
c: {Thank you for being calm|You talked me down}.
> react 🙏

# drop-buy-more | drop
c: Everything is {on sale|cheaper}. Should we put the cash to work?
r: {I like your nerve|Brave}! A third now, a third in a month, a third in two? 
c: {Deal|Yes}. Which?
r: {fund} and {fund2}, {amount} each time.
c: {Do it|You have my instruction}.
r: Noted at {time}: first third today.

# drop-pension | drop
c: I’ve lost {amount} {since Monday|in three days}. I was going to retire {in spring|next year}.
r: You {can still|still can}. What you’ll spend in the first three years isn’t in shares at all, it’s in {fund}.
c: It {doesn’t feel like that|just hurts to look at}.
r: I know. {Look at this line instead|Here is the same portfolio over ten years}. This week is the tick at the end.
> attach chart
c: {Put like that|Small tick}. Thank you.

# drop-instruction | drop
c: Sell half of {fund}. {I’ve slept badly two nights|I want to be able to sleep}.
r: I’ll do it if that’s your decision. May I say what it costs? You’d lock in {pct}, and history says the way back starts suddenly.
c: {I know. Sell|I’ve heard you}. {Half|A quarter then}.
r: Understood, noted with the time {time}. And let’s agree now {when we’d go back in|what would make us buy again}.
c: When it stops being on the evening news.
r: {That’s a better signal than most|I’ll write that down}.

# drop-reassure-broadcast | drop
r: A short note on this week: sharp falls, {loud headlines|much noise}, and no forced sellers among our funds. Your plan already {assumed|allowed for} weeks like this.
c: {Thanks, was about to write|I wondered when you’d write}.
c?: How much are we down?
r: {pct} from the {summer|last} high. In {lastyear} it was worse in {month} and nobody remembers.

# drop-after | drop
c: {Back up {pct}|Green today}. Is it over?
r: {Maybe. These weeks have aftershocks|I don’t know, and neither does anyone on television}. 
c: {At least you’re honest|Honest man}.
r: We’ll do a proper review when it’s quiet. {weekday} week?
c: {Fine|Good}.

# drop-margin | drop
c: Do I have to {add money|top up} on the credit line?
r: No. You’re at {share} of the limit and the trigger is 80. I look at it {morning and evening|every morning}.
c: {And if it keeps falling|At what level would I}?
r: At another fall of about a fifth. You’d hear from me long before.

# drop-siblings | drop
c: My sister sold everything {yesterday|on Tuesday}. She thinks I’m {mad|reckless}.
r: Her {situation|time horizon} may be different. Yours hasn’t changed since {lastmonth}.
c: {True|She’s 71 so fair enough}.
r: If your plans change, then we change. Prices alone aren’t a reason.

# drop-order-limit | drop
c: Could you place an order for {units} {company} at {price}? {Cheeky, I know|In case it falls that far}.
r: Placed: buy {units}, limit {price}, until {weekday}.
> wait 1d
r: {Filled at {price} this morning|Missed by two cents, still open}.
c: {Ha! Thank you|Excellent}.
`,
}
