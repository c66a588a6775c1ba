#!/usr/bin/env Rscript
# Reads runs into data frames, with R (Debian: r-base-core).
#
#     Rscript scripts/read_runs.R DIR …
#
# DIR is the folder of a run, or one with several, such as a sweep. The first lines make one
# table of all games, the next the win rates of each game, the last joins the moves of the
# first run with its games. analysis/formats.md defines the columns.
#
# Takes 1 second for five runs of 3,000 games.
files <- unlist(lapply(commandArgs(TRUE), list.files, "^games.csv$", recursive = TRUE, full.names = TRUE))
if (length(files) == 0) stop("usage: Rscript read_runs.R DIR …: the folders of runs, with games.csv in them or below", call. = FALSE)

# Runs with more seats have more columns; rbind needs the same ones, so the others get NA.
tables <- lapply(files, read.csv, colClasses = c(winner = "character", moved = "character"))
columns <- unique(unlist(lapply(tables, names)))
fill <- function(t) { for (name in setdiff(columns, names(t))) t[[name]] <- rep(NA, nrow(t)); t[columns] }
games <- do.call(rbind, lapply(tables, fill))
rates <- aggregate(games[grep("^won", names(games))], games["game"], mean)
moves <- merge(read.csv(sub("games.csv", "moves.csv", files[1], fixed = TRUE)), read.csv(files[1]), by = "number")

cat("Win rates of the seats\n")
for (i in seq_len(nrow(rates))) cat(rates$game[i], sprintf("%.6f", na.omit(unlist(rates[i, -1]))), "\n")
cat("Kinds of moves in the first run: how many, and how often seat 1 won the game\n")
for (kind in sort(unique(moves$kind))) {
  won <- moves$won1[moves$kind == kind]
  cat(kind, length(won), sprintf("%.6f", mean(won)), "\n")
}
