module swarjson

go 1.26.0
