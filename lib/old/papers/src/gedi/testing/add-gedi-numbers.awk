# Adds the numbers of each row and column of Tables 2 and 5 in the paper's text, accuracies and brackets apart:
#   awk -f add-gedi-numbers.awk gedi.txt | sort -V > gedi-sums.tsv
# A second reading, by another program than the one that wrote data/published/gedi.json. Rows are named by their order.
BEGIN { FS = "\t" }
/^Base Model/ { table = 2; next }
/^MMLU\tRange\tOrdinal/ { table = 5; place = 0; next }
/^Table [25]:/ { table = 0 }
table == 0 || NF < 5 || $2 !~ /[0-9]/ { next }
{
  place++; first = 0; second = 0
  for (k = 2; k <= NF; k++) {
    cell = $k
    gsub(/[$\\ ]|pm|±/, "", cell)
    bracket = 0
    if (match(cell, /\(.*/)) { bracket = substr(cell, RSTART + 1); sub(/[*)].*/, "", bracket); cell = substr(cell, 1, RSTART - 1) }
    first += cell; second += bracket
    columns[table, k, 1] += cell; columns[table, k, 2] += bracket
    if (k > last[table]) last[table] = k
  }
  printf "%d row %d\t%.1f\n%d row %d brackets\t%.1f\n", table, place, first, table, place, second
}
END {
  for (table in last) for (k = 2; k <= last[table]; k++)
    printf "%d column %d\t%.1f\n%d column %d brackets\t%.1f\n", table, k - 1, columns[table, k, 1], table, k - 1, columns[table, k, 2]
}
