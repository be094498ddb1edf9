/**
 * First and last three-digit prefix of each state's zip codes, as the Postal Service assigns them (its public list of
 * three-digit prefixes), with the territories and the military's AE, AA and AP. In the order of their numbers.
 */
const prefixRanges =
  '005-005 NY, 006-007 PR, 008-008 VI, 009-009 PR, 010-027 MA, 028-029 RI, 030-038 NH, 039-049 ME, 050-054 VT, ' +
  '055-055 MA, 056-059 VT, 060-069 CT, 070-089 NJ, 090-099 AE, 100-149 NY, 150-196 PA, 197-199 DE, 200-200 DC, ' +
  '201-201 VA, 202-205 DC, 206-219 MD, 220-246 VA, 247-268 WV, 270-289 NC, 290-299 SC, 300-319 GA, 320-339 FL, ' +
  '340-340 AA, 341-349 FL, 350-369 AL, 370-385 TN, 386-397 MS, 398-399 GA, 400-427 KY, 430-459 OH, 460-479 IN, ' +
  '480-499 MI, 500-528 IA, 530-549 WI, 550-567 MN, 569-569 DC, 570-577 SD, 580-588 ND, 590-599 MT, 600-629 IL, ' +
  '630-658 MO, 660-679 KS, 680-693 NE, 700-714 LA, 716-729 AR, 730-731 OK, 733-733 TX, 734-749 OK, 750-799 TX, ' +
  '800-816 CO, 820-831 WY, 832-838 ID, 840-847 UT, 850-865 AZ, 870-884 NM, 885-885 TX, 888-888 DC, 889-898 NV, ' +
  '900-961 CA, 962-966 AP, 967-968 HI, 969-969 GU, 970-979 OR, 980-994 WA, 995-999 AK';

const stateOf = new Map<number, string>();
for (const range of prefixRanges.split(', ')) {
  const [first, last] = [Number(range.slice(0, 3)), Number(range.slice(4, 7))];
  for (let prefix = first; prefix <= last; prefix++) stateOf.set(prefix, range.slice(8));
}

/**
 * The state of a zip code, in two letters; "other" for anything but five digits of a known prefix (Canadian codes,
 * 00000). A prefix counts for one state: the few towns served from across a border are given to the neighbour. An
 * unassigned prefix within a state's range counts for that state.
 */
export function zipState(zip: string): string {
  return /^\d{5}(-\d{4})?$/.test(zip) ? (stateOf.get(Number(zip.slice(0, 3))) ?? 'other') : 'other';
}
