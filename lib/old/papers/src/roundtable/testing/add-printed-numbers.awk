# Adds the numbers of each row of Tables 2 and 7 to 11, and of each column of Tables 7 to 9, in the paper's text:
#   awk -f add-printed-numbers.awk roundtable.txt | sort -V > printed-sums.tsv
# A second reading, by another program than the one that wrote data/published/roundtable.json.
function row(name, from, to,   k, sum) {
  sum = 0
  for (k = from; k <= to; k++) if ($k != "-") sum += $k
  printf "%s\t%.2f\n", name, sum
}
function columns(name, from, to,   k) {
  for (k = from; k <= to; k++) { total[name, k - from + 1] += $k; if (k - from + 1 > last[name]) last[name] = k - from + 1 }
}
/^UNA\. MAJ\./ { table = "2" }
/^MAE@1 / { table = "7"; measure = "mae" }
/^RMSE@1 / { measure = "rmse" }
/^AVERAGE MESSAGE LENGTH/ { table = "8"; measure = "length" }
/^AVERAGE MESSAGE COMPLEXITY/ { measure = "grade" }
/^AVERAGE INFORMATION DISTANCE/ { measure = "distance" }
/^(UNANIMOUS|MAJORITY|PLURALITY|RATED|RANKED|CUMULATIVE)$/ { table = "9"; rule = tolower($1) }
/^EARLY STOPPING METHOD UNANIMOUS/ { table = "10"; environment = "exchange-economy" }
/^STATISTICS EARLY STOPPING/ { table = "11"; next }
/^Table (2|7|8|9|10|11):/ { table = "" }
/^EXCHANGE ECONOMY$/ { environment = "exchange-economy" }
/^RECOMMENDATION SYSTEM/ { environment = "recommendation" }
/^Early Stopped Round/ { statistic = "stopped-round" }
/^Effective Ratio/ { statistic = "effective-ratio" }
/^Threshold/ { statistic = "threshold" }
table == "7" && NF == 11 && $1 !~ /@/ { row("7 " tolower($1) " " measure, 2, 11); columns("7 " measure, 2, 11) }
table == "8" && /^[A-Z][a-z]+ [0-9]/ {
  half = (NF - 1) / 2
  row("8 exchange-economy " tolower($1) " " measure, 2, 1 + half)
  row("8 recommendation " tolower($1) " " measure, 2 + half, NF)
  columns("8 exchange-economy " measure, 2, 1 + half)
  columns("8 recommendation " measure, 2 + half, NF)
}
table == "9" && NF == 21 {
  row("9 exchange-economy " rule " " $1, 2, 11)
  row("9 recommendation " rule " " $1, 12, 21)
  columns("9 exchange-economy ratio", 2, 11)
  columns("9 recommendation ratio", 12, 21)
}
table ~ /^(2|10)$/ && /^(@10|First|Consecutive|Validation|Information|Dialogue|Oracle) / {
  row(table " " (table == "2" ? "recommendation" : environment) " " ($1 == "@10" || $1 == "Oracle" ? tolower($1) : tolower($1) "-" tolower($2)), NF - 5, NF)
}
table == "11" && NF > 7 {
  name = tolower($(NF - 7)); if (name != "oracle") name = tolower($(NF - 8)) "-" name
  if (name == "consecutive-agreement") name = "consecutive-agreements"
  row("11 " environment " " statistic " " name, NF - 6, NF)
}
END { for (name in last) for (k = 1; k <= last[name]; k++) printf "%s column %d\t%.2f\n", name, k, total[name, k] }
